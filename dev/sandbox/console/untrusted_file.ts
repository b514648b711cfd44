/** Serves stored files, which may have been made to attack the page. */
import type { Context } from 'hono';

/** Responds with a file that can't run scripts on the console's origin. */
export const untrustedFile = (c: Context, content: Uint8Array, type: string, disposition: string): Response =>
  c.body(new Uint8Array(content), 200, {
    'Content-Type': type,
    'Content-Disposition': disposition,
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cache-Control': 'no-store',
  });
