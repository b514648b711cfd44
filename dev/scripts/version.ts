/**
 * Run by `npm version`, after it has changed package.json: turns "Unreleased" in CHANGELOG.md into the section of the new
 * version, which `zapier-platform promote` reads, and stores the published definition for later comparisons.
 */
import { readFile, writeFile } from 'node:fs/promises';

const changelog = new URL('../../CHANGELOG.md', import.meta.url);
const version = process.env.npm_package_version;
const before = await readFile(changelog, 'utf8');
const after = before.replace(/^## Unreleased\n+(?=[^#\s])/m, `## ${version}\n\n`);
if (after === before) {
  console.error(
    'CHANGELOG.md has no text under "## Unreleased". Describe there what is new for people who build Zaps.',
  );
  process.exit(1);
}
await writeFile(changelog, after);
await import('../checks/baseline.ts');
