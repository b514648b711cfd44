/**
 * Translates positions in the built connector to the source, for stack traces in Zapier's logs. Build the commit that
 * Zapier runs first, then pass positions or whole lines of the trace: `npm run where -- index.js:2:40122 …`.
 */
import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';

const builtFiles = new URL('../../dist/', import.meta.url);

for (const argument of process.argv.slice(2)) {
  const [position, file, line, column] = /([\w-]+\.js):(\d+):(\d+)/.exec(argument) ?? [];
  if (!file) throw new Error(`"${argument}" has no position in a built file, such as index.js:2:40122.`);
  const map = new SourceMap(JSON.parse(await readFile(new URL(`${file}.map`, builtFiles), 'utf8')));
  const origin = map.findOrigin(Number(line), Number(column));
  console.log(
    'fileName' in origin
      ? `${position} is ${origin.fileName.replace(/^(\.\.\/)+/, '')}:${origin.lineNumber}:${origin.columnNumber}`
      : `${position} is not in the current build.`,
  );
}
