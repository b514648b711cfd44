import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { useTemporaryFolder } from '../../../test/support/temporary_folder.ts';
import { findPackages, listLicenses } from '../licenses.ts';

const files = {
  'node_modules/b/package.json':
    '{ "name": "b", "version": "2.0.0", "license": "ISC", "author": { "name": "Ann Lee" } }',
  'node_modules/b/readme.md': '# b\n\n## License\n\nISC, see above.\n',
  'node_modules/b/node_modules/@c/d/package.json': '{ "name": "@c/d", "version": "1.0.0", "license": "MIT" }',
  'node_modules/b/node_modules/@c/d/LICENSE.md': 'MIT License\r\n\r\nCopyright Bob Ray\r\n',
  'node_modules/b/node_modules/@c/d/NOTICE': 'A notice.',
};

const folderOf = useTemporaryFolder();

it('The licenses of packages are listed with their texts, or with what is known of them', async () => {
  const folder = folderOf();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const [own, other] = (await listLicenses(await findPackages(folder))).split(`${'-'.repeat(80)}\n\n`);
  expect(own).toBe('@c/d 1.0.0 (MIT)\n\nMIT License\n\nCopyright Bob Ray\n\nA notice.\n\n');
  expect(other).toBe(
    'b 2.0.0 (ISC)\n\nThe package has no file with its license, which is ISC by its package.json.\nAuthor: Ann Lee\nIts README says:\n## License\n\nISC, see above.\n',
  );
});
