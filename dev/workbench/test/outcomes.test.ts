import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type LocalZapier, openBrowser, startLocalZapier } from '@print-and-mail/zapier';
import { type Service, startService } from '../../zapier/test/service.ts';
import type { PlannedStep, ZapRun, ZapState } from '../protocol.ts';
import { startWorkbench, type Workbench } from '../server.ts';
import { pageOf, type Send } from './client.ts';

/** The input of the fixture's steps says how they end, so a test can produce every outcome. */
const fixture = fileURLToPath(new URL('../../zapier/test/fixture/index.ts', import.meta.url));

let service: Service;
let platform: LocalZapier;
let workbench: Workbench;
let send: Send;
let account: string;

beforeAll(async () => {
  service = await startService();
  platform = await startLocalZapier({
    connector: fixture,
    environment: { SERVICE_URL: service.origin },
    processes: 3,
  });
  workbench = await startWorkbench({ port: 0, platform, pollSeconds: 3600 });
  send = pageOf(workbench);
  const { authorizeUrl } = (await send('POST', '/api/accounts')).body;
  const browser = openBrowser((url) => url.port === '9000');
  await browser.open(authorizeUrl);
  const { search } = new URL((await browser.press('Allow', { user: 'ada' })).url);
  const back = await send('GET', `/oauth/return${search}`);
  account = new URL(back.headers.get('location') ?? '', workbench.url).searchParams.get('connected') ?? '';
});

afterAll(async () => {
  await workbench.close();
  await platform.close();
  await service.close();
});

const form: PlannedStep = {
  id: 'form',
  kind: 'form',
  fields: [
    { key: 'task', label: 'Task', example: 'bundle' },
    { key: 'value', label: 'Value', example: 'a value' },
  ],
};

const obey = (id: string, values: object, key = 'obey'): PlannedStep => ({
  id,
  kind: 'creates',
  key,
  values: { ...values },
});

async function zapOn(...steps: PlannedStep[]): Promise<ZapState> {
  const { body: zap } = await send('POST', '/api/zaps', { plan: { name: 'A Zap', steps }, account });
  const { status, body } = await send('POST', `/api/zaps/${zap.id}/on`);
  expect([status, body.message]).toEqual([200, undefined]);
  return body;
}

async function runsOf({ id }: ZapState): Promise<ZapRun[]> {
  await workbench.settled();
  return (await send('GET', `/api/zaps/${id}/runs`)).body;
}

const submit = ({ id }: ZapState, answers: Record<string, string>) =>
  send('POST', `/api/zaps/${id}/submit`, answers);

describe('a run', () => {
  it.each([
    ['halt', 'stopped', { kind: 'HaltedError', message: 'Nothing to do today.' }],
    ['error', 'failed', { kind: 'AppError', message: 'The list is full.' }],
    ['expired', 'failed', { kind: 'ExpiredAuthError', message: 'Connect the account again.' }],
    ['exit', 'failed', { kind: 'ProcessExitedError', message: expect.stringMatching(/^Process exited/) }],
  ])(
    'in which a step says “%s” is %s, and the steps after it are not done',
    async (task, outcome, problem) => {
      const zap = await zapOn(
        form,
        obey('act', { task: '{{form.task}}' }),
        obey('after', { task: 'bundle' }),
      );
      await submit(zap, { task, value: '' });
      const [run] = await runsOf(zap);
      expect(run).toMatchObject({
        outcome,
        steps: [
          { step: 'form', outcome: 'done', record: { task, value: '' } },
          { step: 'act', outcome: 'failed', input: { task }, problem },
          { step: 'after', outcome: 'skipped', traces: [] },
        ],
      });
      expect(run?.steps[1]?.traces.at(-1)).toMatchObject({ problem, input: { task, color: 'blue' } });
    },
  );

  it('stops at a search that finds nothing, and goes on where the search creates', async () => {
    const find: PlannedStep = {
      id: 'find',
      kind: 'searches',
      key: 'find_thing',
      values: { name: '{{form.value}}' },
    };
    const zap = await zapOn(form, find, obey('after', { task: 'bundle', value: '{{find.id}}' }));
    await submit(zap, { task: '', value: 'known' });
    await submit(zap, { task: '', value: 'unknown' });
    const [second, first] = await runsOf(zap);
    expect(second).toMatchObject({
      outcome: 'stopped',
      steps: [{ outcome: 'done' }, { outcome: 'nothing' }, { outcome: 'skipped' }],
    });
    expect(first).toMatchObject({
      outcome: 'done',
      steps: [{}, { record: { id: 'found' } }, { input: { value: 'found' } }],
    });

    const create: PlannedStep = {
      id: 'find',
      kind: 'searchOrCreates',
      key: 'find_thing',
      values: { name: '{{form.value}}' },
      createValues: { task: 'bundle', value: 'new {{form.value}}' },
    };
    const other = await zapOn(form, create);
    await submit(other, { task: '', value: 'known' });
    await submit(other, { task: '', value: 'unknown' });
    const [created, found] = await runsOf(other);
    expect(found).toMatchObject({
      outcome: 'done',
      steps: [{}, { record: { id: 'found', _zap_search_was_found_status: true } }],
    });
    expect(created?.steps[1]).toMatchObject({
      input: { name: 'unknown' },
      createInput: { task: 'bundle', value: 'new unknown' },
      record: { inputData: { value: 'new unknown' }, _zap_search_was_found_status: false },
    });
    expect(created?.steps[1]?.traces.map(({ method }) => method)).toEqual([
      'searches.find_thing.operation.perform',
      'creates.obey.operation.inputFields',
      'creates.obey.operation.perform',
    ]);
  });

  it('stops at a filter whose conditions are not met', async () => {
    const filter: PlannedStep = {
      id: 'filter',
      kind: 'filter',
      values: { conditions: [{ data: '{{form.value}}', test: 'greater_than', value: '100' }] },
    };
    const zap = await zapOn(form, filter, obey('after', { task: 'bundle' }));
    await submit(zap, { task: '', value: '$50' });
    await submit(zap, { task: '', value: '$150' });
    const [passed, stopped] = await runsOf(zap);
    expect(stopped).toMatchObject({
      outcome: 'stopped',
      steps: [{ outcome: 'done' }, { outcome: 'filtered', traces: [] }, { outcome: 'skipped' }],
    });
    expect(passed).toMatchObject({ outcome: 'done', steps: [{}, { outcome: 'done' }, { outcome: 'done' }] });
    const { body: test } = await send('POST', `/api/zaps/${zap.id}/steps/filter/test`);
    expect(test).toMatchObject({
      outcome: 'filtered',
      items: [{ value: expect.stringContaining('“a value”') }],
    });
  });

  it('has the calls of its own steps and no others, however many Zaps run at once', async () => {
    const zaps = await Promise.all(
      ['one', 'two', 'three'].map((value) =>
        zapOn(
          form,
          obey('first', { task: 'request', value: `${value} {{form.value}}` }),
          obey('second', { task: 'request', value: `${value} again` }),
        ),
      ),
    );
    for (const value of ['a', 'b']) await Promise.all(zaps.map((zap) => submit(zap, { task: '', value })));
    for (const [index, zap] of zaps.entries()) {
      const name = ['one', 'two', 'three'][index];
      const runs = await runsOf(zap);
      const performed = runs.map(({ steps }) =>
        steps.map(({ traces }) =>
          traces
            .filter(({ method }) => method.endsWith('perform'))
            .map(({ input, http, logs }) => ({ input, http, logs })),
        ),
      );
      const call = (value: string) => ({
        input: expect.objectContaining({ value }),
        http: [expect.objectContaining({ method: 'GET', status: 200, url: `${service.origin}/answer` })],
        logs: expect.arrayContaining([expect.stringContaining('about to ask the service')]),
      });
      expect(performed).toEqual([
        [[], [call(`${name} b`)], [call(`${name} again`)]],
        [[], [call(`${name} a`)], [call(`${name} again`)]],
      ]);
    }
  });

  it('of a Zap does not wait for the one before it', async () => {
    const zap = await zapOn(form, obey('one', { task: 'overlap' }));
    service.visits.length = 0;
    const bothEntered = Promise.withResolvers<void>();
    service.holdVisit = async () => {
      if (service.visits.length === 2) bothEntered.resolve();
      await bothEntered.promise;
    };
    await submit(zap, { task: '', value: '' });
    // Turning the Zap off ends no run that has started.
    const { body: off } = await send('POST', `/api/zaps/${zap.id}/off`);
    expect(off).toMatchObject({ isOn: false, activeRuns: 1 });
    await send('POST', `/api/zaps/${zap.id}/on`);
    await submit(zap, { task: '', value: '' });
    expect((await runsOf(zap)).map(({ outcome }) => outcome)).toEqual(['done', 'done']);
    service.holdVisit = async () => {};
    expect(service.visits).toEqual(['enter', 'enter', 'leave', 'leave']);
  });

  it('is kept among the last hundred', async () => {
    const zap = await zapOn(form, {
      id: 'find',
      kind: 'searches',
      key: 'find_thing',
      values: { name: 'none' },
    });
    for (let number = 0; number < 102; number += 1) await submit(zap, { task: '', value: String(number) });
    const runs = await runsOf(zap);
    expect([runs.length, runs[0]?.steps[0]?.input.value, runs[99]?.steps[0]?.input.value]).toEqual([
      100,
      '101',
      '2',
    ]);
  });
});

describe('an instant trigger', () => {
  it('that is throttled holds its event, and fails if it is throttled again', async () => {
    const steps = [{ id: 'it', kind: 'triggers', key: 'thing_happened', values: {} } as const];
    const zap = await zapOn(...steps, obey('act', { task: 'bundle' }));
    await fetch(`${service.targets.get('h-1')}?event=throttled&delay=1`, {
      method: 'POST',
      body: '{"id":"1"}',
    });
    const [held, ...others] = await runsOf(zap);
    expect(others).toEqual([]);
    expect(held).toMatchObject({
      outcome: 'held',
      heldUntil: expect.any(String),
      steps: [{ outcome: 'held', problem: { message: 'Too often.' } }],
    });
    let [run] = [held];
    while (run?.outcome === 'held') [run] = await runsOf(zap);
    expect(await runsOf(zap)).toMatchObject([{ outcome: 'failed', steps: [{ outcome: 'failed' }, {}] }]);
    await send('POST', `/api/zaps/${zap.id}/off`);
  });
});

describe('a trigger that polls', () => {
  it('holds more than 100 new records until the user releases them', async () => {
    service.things.length = 0;
    const steps = [{ id: 'new', kind: 'triggers', key: 'new_thing', values: {} } as const];
    const zap = await zapOn(...steps, obey('act', { task: 'bundle' }));
    service.things.push(...Array.from({ length: 101 }, (_, index) => ({ id: `t-${index}`, version: 1 })));
    expect((await send('POST', `/api/zaps/${zap.id}/poll`)).body).toEqual({ started: 0 });
    const stateOf = async () =>
      (await send('GET', '/api/state')).body.zaps.find(({ id }: ZapState) => id === zap.id);
    expect(await stateOf()).toMatchObject({ runs: 0, heldRecords: 101 });
    await send('POST', `/api/zaps/${zap.id}/release`);
    // The latest hundred are kept.
    expect((await runsOf(zap)).map(({ outcome }) => outcome)).toEqual(Array(100).fill('done'));
    expect(await stateOf()).toMatchObject({ heldRecords: 0 });
    await send('POST', `/api/zaps/${zap.id}/off`);
  });

  it('is polled by itself while the Zap is on; failures of the same kind are told once', async () => {
    const quick = await startWorkbench({ port: 0, platform, pollSeconds: 0.02 });
    const ask = pageOf(quick);
    try {
      const authorizeUrl = (await ask('POST', '/api/accounts')).body.authorizeUrl;
      const browser = openBrowser((url) => url.port === '9000');
      await browser.open(authorizeUrl);
      const { search } = new URL((await browser.press('Allow', { user: 'bob' })).url);
      await ask('GET', `/oauth/return${search}`);
      const [{ id }] = (await ask('GET', '/api/state')).body.accounts;
      const steps = [
        { id: 'new', kind: 'triggers', key: 'new_thing', values: {} },
        obey('act', { task: 'bundle', value: '{{new.id}}' }),
      ];
      const zap = (await ask('POST', '/api/zaps', { plan: { name: 'Poll', steps }, account: id })).body;
      service.things.splice(0, Infinity, { id: 'old', version: 1 });
      await ask('POST', `/api/zaps/${zap.id}/on`);
      const runs = async (enough: (list: ZapRun[]) => boolean): Promise<ZapRun[]> => {
        for (;;) {
          const list: ZapRun[] = (await ask('GET', `/api/zaps/${zap.id}/runs`)).body;
          if (enough(list)) return list;
        }
      };
      service.things.unshift({ id: 'new', version: 1 });
      const [run] = await runs(([first]) => first?.outcome === 'done');
      expect(run?.steps[1]?.input).toEqual({ task: 'bundle', value: 'new' });

      service.failing = true;
      const polls = platform.runs.length;
      await runs(() => platform.runs.length > polls + 3);
      service.failing = false;
      service.things.unshift({ id: 'newest', version: 1 });
      const all = await runs(
        ([first]) => first?.outcome === 'done' && first.steps[0]?.record?.id === 'newest',
      );
      expect(all.map(({ outcome }) => outcome)).toEqual(['done', 'failed', 'done']);
    } finally {
      await quick.close();
    }
  });
});

describe('a form', () => {
  it('has dropdowns page by page', async () => {
    const { body: zap } = await send('POST', '/api/zaps', {
      plan: { name: 'A Zap', steps: [form] },
      account,
    });
    const ask = async (more: object) => {
      const field = { kind: 'creates', key: 'obey', field: 'thing', values: {} };
      return (await send('POST', '/api/choices', { ...field, account, zap: zap.id, step: 'form', ...more }))
        .body;
    };
    expect(await ask({})).toEqual({
      results: [
        { id: '1', label: 'First' },
        { id: '2', label: '2' },
      ],
      pagingToken: 'more',
    });
    expect(await ask({ pagingToken: 'more' })).toEqual({ results: [{ id: '3', label: 'Third' }] });
  });

  it('takes a list in a field for one text as text with commas', async () => {
    const zap = await zapOn(
      { id: 'form', kind: 'form', fields: [] },
      obey('rows', {
        task: 'bundle',
        rows: [
          { amount: '1', text: 'a' },
          { amount: 2, text: 'b' },
        ],
      }),
      obey('text', {
        task: 'bundle',
        value: '{{rows.inputData.rows[].text}}',
        rows: [{ amount: '{{rows.inputData.rows[].amount}}' }],
      }),
    );
    await submit(zap, {});
    const [run] = await runsOf(zap);
    expect(run?.steps[2]?.record).toMatchObject({
      inputData: { value: 'a,b', rows: [{ amount: 1 }, { amount: 2 }] },
    });
  });
});
