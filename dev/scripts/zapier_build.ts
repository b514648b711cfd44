/**
 * The script `_zapier-build`, which zapier-platform runs before `build`, `push` and `validate` in this folder. It stops
 * them: the first two would copy all of `node_modules` and fail with "too many open files". `npm run zip` and
 * `npm run push` run zapier-platform in a clean folder without this script.
 */
process.stderr.write(`zapier-platform would copy all development tools in node_modules. Run one of these instead:
  npm run zip       builds the package
  npm run push      builds the package and uploads it
  npm run validate  checks the definition
`);
process.exitCode = 1;
