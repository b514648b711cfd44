/**
 * Finds a place of the built module in the source, for stack traces from Zapier's logs:
 * `npm run where -- index.js:2:40122 …`, after a build of the same commit.
 */
import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';

for (const place of process.argv.slice(2)) {
  const [, file, line, column] = /([\w-]+\.js):(\d+):(\d+)/.exec(place) ?? [];
  if (!file) throw new Error(`"${place}" is no place in a module; one looks like index.js:2:40122.`);
  const map = new SourceMap(
    JSON.parse(await readFile(new URL(`../dist/${file}.map`, import.meta.url), 'utf8')),
  );
  const origin = map.findOrigin(Number(line), Number(column));
  console.log(
    'fileName' in origin
      ? `${place} is ${origin.fileName.replace(/^(\.\.\/)+/, '')}:${origin.lineNumber}:${origin.columnNumber}`
      : `${place} comes from nowhere in the source.`,
  );
}
