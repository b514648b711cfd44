/**
 * `npm run baseline`: stores the contract of the current build, with which later changes are compared. `npm version`
 * runs it with each release; run it yourself only for a new major version that breaks Zaps on purpose.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { builtApp } from './app.ts';
import { contractOf } from './contract.ts';
import { baselineFile } from './project.ts';

await writeFile(baselineFile, `${JSON.stringify(contractOf(await builtApp()), null, 1)}\n`);
console.log(`Written: ${fileURLToPath(baselineFile)}`);
