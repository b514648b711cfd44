/**
 * Replaces `POST /api/platform/cli/check`, the only request of `zapier-platform validate` and `build` to Zapier. It always
 * reports that there are no problems; dev/checks applies the same rules.
 */
import { type Loopback, readBody, sendJson, serveLoopback } from '@print-and-mail/zapier';

export interface CheckStub extends Loopback {
  /** The definitions that it received. */
  definitions: unknown[];
  /** Makes zapier-platform use this stub, and turns its analytics off. */
  environment: { ZAPIER_BASE_ENDPOINT: string; DISABLE_ZAPIER_ANALYTICS: '1' };
}

const noFailures = (label: string) => ({ total_failures: 0, results: [], display_label: label });

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
      errors: noFailures('Errors'),
      warnings: noFailures('Publishing Tasks'),
      suggestions: noFailures('Warnings'),
    });
  });
  return {
    ...server,
    definitions,
    environment: { ZAPIER_BASE_ENDPOINT: server.origin, DISABLE_ZAPIER_ANALYTICS: '1' },
  };
}
