/** The built connector, which the tests run in a separate process. */
import { fileURLToPath } from 'node:url';

/** The program of the process and the module that it loads. */
export const child = fileURLToPath(new URL('../../plain/child.ts', import.meta.url));
export const built = fileURLToPath(new URL('../../../../dist/index.js', import.meta.url));
