/** What is sent beside the body: services and proxies refuse requests without it. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import app from '../../src/index.ts';
import { Harness } from '../fault_injection/support/harness.ts';
import { scenariosFor } from '../fault_injection/support/scenarios.ts';
import type { SentRequest } from '../fault_injection/support/test_account.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await Harness.open();
});

afterAll(async () => {
  await harness.close();
});

/** Returns what a request to the letter service lacks, or has although it should not. */
function findFaults({ call, headers, body }: SentRequest, token: string): string[] {
  const sent: Record<string, string> = JSON.parse(headers);
  const isUpload = call.startsWith('service POST /v1/files');
  const type = isUpload ? 'application/octet-stream' : 'application/json; charset=utf-8';
  const isBinary = /\.pdf #|\/download #/.test(call);
  const hasBody = body.length > 0;
  const wanted: Record<string, string | undefined> = {
    authorization: `Bearer ${token}`,
    'user-agent': 'Zapier',
    accept: isBinary ? '*/*' : 'application/json',
    'content-type': hasBody ? type : undefined,
    // A write without a body says so.
    'content-length': hasBody ? String(body.length) : / GET /.test(call) ? undefined : sent['content-length'],
    'transfer-encoding': undefined,
  };
  return Object.entries(wanted).flatMap(([name, value]) =>
    sent[name] === value ? [] : [`${call}: ${name} is ${sent[name]} instead of ${value}`],
  );
}

describe('Every request to the letter service', () => {
  it('has the headers that a strict service demands', async () => {
    const found: string[] = [];
    const kinds = new Set<string>();
    for (const scenario of scenariosFor(app)) {
      if (scenario.method === 'request') continue;
      const account = harness.createAccount();
      const outcome = await account.run({ method: scenario.method, ...scenario.arrange(account) });
      if (!outcome.ok) found.push(`${scenario.method}: ${outcome.error.message}`);
      for (const request of account.sent.filter(({ call }) => call.startsWith('service '))) {
        kinds.add(request.call.split(' ').slice(1, 3).join(' '));
        found.push(...findFaults(request, account.token));
      }
      harness.removeAccount(account);
    }
    expect(found).toEqual([]);
    expect([...kinds]).toEqual(
      expect.arrayContaining(['POST /v1/orders', 'PUT /v1/contacts', 'POST /v1/files', 'POST /v3/contacts']),
    );
  });
});
