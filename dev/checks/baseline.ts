/**
 * `npm run baseline`: takes the build as the new promise to Zaps in the field. To be run on purpose: after a release,
 * or when a promise is broken knowingly, with a new major version.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { builtApp } from './app.ts';
import { baselineFile } from './project.ts';
import { promisesOf } from './promises.ts';

await writeFile(baselineFile, `${JSON.stringify(promisesOf(await builtApp()), null, 1)}\n`);
console.log(`Written: ${fileURLToPath(baselineFile)}`);
