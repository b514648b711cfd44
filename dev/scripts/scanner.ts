/**
 * Turns `src/api/mailing_list/json_scanner.wat` into the module that carries its code, `json_scanner.generated.ts`. To be run
 * after a change to the text; a test compares the two.
 */
import { readFile, writeFile } from 'node:fs/promises';
import wabt from 'wabt';

const text = new URL('../../src/api/mailing_list/json_scanner.wat', import.meta.url);
const generated = new URL('../../src/api/mailing_list/json_scanner.generated.ts', import.meta.url);

/** The source of the generated module for the text as it is. */
export async function generate(): Promise<string> {
  const { parseWat } = await wabt();
  const module = parseWat('json_scanner.wat', await readFile(text, 'utf8'), { simd: true });
  const { buffer } = module.toBinary({});
  module.destroy();
  return `/** Made from json_scanner.wat by dev/scripts/scanner.ts. */
export const scannerCode =
  '${Buffer.from(buffer).toString('base64')}';
`;
}

if (import.meta.main) await writeFile(generated, await generate());
