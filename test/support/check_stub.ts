/**
 * Stands in for `POST /api/platform/cli/check`, the one thing that the platform's command line asks Zapier for in
 * `validate` and `build`: it says that nothing is wrong. The rules it would check are checked by this project's own tests.
 */
import { type Loopback, readBody, sendJson, serveLoopback } from '@print-and-mail/zapier';

export interface CheckStub extends Loopback {
  /** The definitions that were handed in. */
  definitions: unknown[];
  /** The environment with which the command line asks this stub, and reports to nobody. */
  environment: { ZAPIER_BASE_ENDPOINT: string; DISABLE_ZAPIER_ANALYTICS: '1' };
}

const nothingWrong = (label: string) => ({ total_failures: 0, results: [], display_label: label });

export async function startCheckStub(): Promise<CheckStub> {
  const definitions: unknown[] = [];
  const server = await serveLoopback(async (request, response, url) => {
    if (request.method !== 'POST' || url.pathname !== '/api/platform/cli/check') {
      return sendJson(response, 404, {
        errors: [`${request.method} ${url.pathname} is not part of this stub`],
      });
    }
    definitions.push(JSON.parse(await readBody(request)).app_definition);
    sendJson(response, 200, {
      passes: [],
      errors: nothingWrong('Errors'),
      warnings: nothingWrong('Publishing Tasks'),
      suggestions: nothingWrong('Warnings'),
    });
  });
  return {
    ...server,
    definitions,
    environment: { ZAPIER_BASE_ENDPOINT: server.origin, DISABLE_ZAPIER_ANALYTICS: '1' },
  };
}
