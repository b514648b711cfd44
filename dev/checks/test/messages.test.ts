/** Runs each step until it shows the messages that its page in `docs/` quotes, with the built connector and the sandbox. */
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Loopback, ProcessPool, runCreate, runSearch, serveLoopback } from '@print-and-mail/zapier';
import { startWorld, type World } from '../../../test/support/world.ts';
import type { FaultRule } from '../../demo/control.ts';
import {
  commonErrors,
  type ErrorAdvice,
  fileErrors,
  hookErrors,
  searchErrors,
  troubleshooting,
} from '../../scripts/troubleshooting.ts';
import { type App, builtApp, visibleEntries } from '../app.ts';

/** What makes a step show a message. */
interface Cause {
  input: Record<string, unknown>;
  /** The fields before mappings are replaced. Default: `input`. */
  raw?: Record<string, unknown>;
  fault?: FaultRule;
  /** Another answer of the sandbox to an open question. */
  variant?: string;
  user?: string;
  scopes?: string[];
  /** Runs before the step. Returns further input. */
  before?: (world: World) => Promise<Record<string, unknown>>;
}

type Causes = Record<string, Cause>;

/** A saved order that greets the recipient, and one that also mentions the amount of a gift. */
const welcome = { saved_order_id: 'l-001-1001' };
const thankYou = { saved_order_id: 'l-001-1005' };
const rosa = { name: 'Rosa Diaz', street: '9 Lake Road', city: 'Dayton', state: 'OH', postal_code: '45402' };
const bill = { name: 'Bill Ray', street: '1 Pier', city: 'Duluth', state: 'MN', postal_code: '55802' };
const inMexico = { contact_id: 'c-001-0001', street: '1 Main Street', city: 'Austin' };

const files: Record<string, { type: string; content: string }> = {
  'letter.pdf': { type: 'application/pdf', content: '%PDF-1.7' },
  letter: { type: 'application/octet-stream', content: 'an unknown format' },
  'page.pdf': { type: 'text/html', content: '<html></html>' },
  'picture.pdf': { type: 'application/pdf', content: 'GIF89a' },
  'name.txt': { type: 'text/plain', content: 'letter.pdf' },
  'good.csv': { type: 'text/csv', content: 'Name,Street,City,State,ZIP\nBob,1 A St,Akron,OH,44301\n' },
  'nowhere.csv': { type: 'text/csv', content: 'Name,Where they live,Zip\nBob,1 A St,44301\n' },
  'half.csv': { type: 'text/csv', content: 'Street,City,State,ZIP\n1 A St,Akron,OH,44301\n' },
  'no-name.csv': {
    type: 'text/csv',
    content: 'Name,Street,City,State\n,1 A St,Akron,OH\n,2 A St,Akron,OH\n',
  },
  'gap.csv': {
    type: 'text/csv',
    content: 'Name,Street,City,State,Amount\nBob,1 A St,Akron,OH,$5\nEve,2 A St,Akron,OH,\n',
  },
  'long.csv': {
    type: 'text/csv',
    content: `Name,Street,City,State,ZIP\n${Array.from({ length: 10_000 }, (_, index) => `Person ${index},${index} ${'x'.repeat(990)},Akron,OH,44301\n`).join('')}`,
  },
};

// One process serves every variant, as on Zapier one process serves several accounts.
const processes = new ProcessPool({ size: 1 });

let server: Loopback;
let world: World;
beforeAll(async () => {
  server = await serveLoopback(async (_request, response, url) => {
    const file = files[url.pathname.slice(1)];
    response.writeHead(file ? 200 : 404, { 'Content-Type': file?.type ?? 'text/plain' });
    response.end(file?.content ?? 'Not found');
  });
  world = await startWorld({ platform: { processes } });
});
afterEach(() => world.control.clearFaults());
afterAll(async () => {
  await world.close();
  await server.close();
  await processes.stop();
});

/** Replaced by a URL, because the server's port is known only when it runs. */
const at = (name: string): string => `file:${name}`;
const resolve = (input: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.replace(/^file:/, `${server.origin}/`) : value,
    ]),
  );

const failing = (method: string, path: string, then: FaultRule['then']): FaultRule => ({
  match: { method, path },
  then,
});

const newList = async ({ create }: World, ...recipients: object[]): Promise<Record<string, unknown>> => {
  const { list_id } = await create('create_list', { recipients });
  return { list_id };
};
const placedOrder = async ({ create }: World): Promise<Record<string, unknown>> => {
  const { order_id } = await create('resend_saved_order', {
    ...welcome,
    list_id: 'l-001-0002',
    event_id: String(Math.random()),
  });
  return { order_id };
};
/** Orders a letter whose placeholders are then known. */
const showPlaceholders = async ({ create }: World): Promise<Record<string, unknown>> => {
  await create('send_letter', { ...thankYou, ...rosa, merge_fields: { amount: '$5' }, event_id: 'first' });
  return {};
};

/** What makes an ordering step with this input show the messages about orders. */
const ordering = (key: string, input: Record<string, unknown>, before?: Cause['before']): Causes => ({
  'The letter service did not confirm the order': {
    input: { ...input, event_id: `lost-${key}` },
    fault: failing('POST', '/v1/orders', { reset: 'after' }),
    ...(before ? { before } : {}),
  },
  'Reconnect as a user who has an account': {
    input: { ...input, event_id: `refused-${key}` },
    fault: failing('POST', '/v1/orders', { status: 400, body: { error: 'orders.account_required' } }),
    ...(before ? { before } : {}),
  },
});

const noLists = (input: Record<string, unknown>): Causes => ({
  'offer temporary lists for this account': { input, variant: 'no-lists' },
});

const sheets = [{ file: 'f-001-0001' }];
const april = { file: at('letter.pdf') };

const causes: Record<string, Causes> = {
  service_event: { "This connection can't receive": { input: { event: 'orders.nothing' } } },
  create_contact: {
    'Name and Company or Organization are both blank': { input: { city: 'Akron' } },
  },
  update_contact: {
    'The letter service did not find the contact': { input: { contact_id: 'c-999-9999', name: 'Rosa' } },
    'is filled in and also selected in': {
      input: { contact_id: 'c-001-0001', company: 'Shop', clear_fields: ['company'] },
    },
    'fill in Street, City and Postal Code together': { input: inMexico },
  },
  upsert_contact: {
    'The step cannot know which one to update': {
      input: { external_id: 'twice', name: 'Rosa Diaz' },
      async before({ create }) {
        for (const name of ['Rosa Diaz', 'Rosa Diez'])
          await create('create_contact', { name, external_id: 'twice' });
        return {};
      },
    },
    'only in capital letters': { input: { external_id: 'DONOR-1016', name: 'Rebecca Lee' } },
    'fill in Street, City and Postal Code together': {
      input: { external_id: 'donor-1016', street: '1 Main Street', city: 'Austin' },
    },
    'Name and Company or Organization are both blank': {
      input: { external_id: 'new', city: 'Akron' },
    },
  },
  delete_contact: {},
  replace_mailing_list: {
    'The new list has mistakes': {
      input: { minimum_contacts: '1', file: at('no-name.csv') },
    },
    'Check where the contacts come from, or lower the minimum': {
      input: { minimum_contacts: '9', contacts: [rosa] },
    },
    'The previous list is available for a limited time at': {
      input: {
        minimum_contacts: '1',
        contacts: [{ ...rosa, external_id: 'r-1' }],
        allow_different_people: true,
      },
      fault: failing('PUT', '/v1/contacts', { status: 500 }),
    },
    'The file has no column for': { input: { minimum_contacts: '1', file: at('half.csv') } },
    'so it may be the wrong list': {
      input: { minimum_contacts: '1', contacts: [{ ...rosa, name: 'Nobody Else', external_id: 'r-1' }] },
    },
    'No contact of the new list has Your Reference': { input: { minimum_contacts: '1', contacts: [rosa] } },
  },
  upload_file: {
    'has no extension, and the file': { input: { file: at('letter') } },
    'leads to a web page': { input: { file: at('page.pdf') } },
    'ends in .pdf': { input: { file: at('picture.pdf') } },
    'Make the file smaller': {
      input: april,
      fault: failing('POST', '/v1/files', { status: 400, body: { error: 'too-large' } }),
    },
    'Perhaps the name of a file is mapped': { input: { file: 'letter.pdf' } },
  },
  delete_file: { "A file that an order uses can't be deleted": { input: { file_id: 'f-001-0001' } } },
  create_order: {
    'The order has no sheet': { input: { list_id: 'l-001-0001' } },
    'code orders.unknown_file': {
      input: { list_id: 'l-001-0001', sheets: [{ file: 'f-999-9999' }] },
    },
    'attribute contents[': {
      input: { list_id: 'l-001-0001', sheets: [{ file: 'f-001-0001', paper_type: 'p-999-9999' }] },
    },
    'The letter needs': {
      input: { sheets, merges: [{ text: 'Your gift of {amount}' }] },
      before: (world) => newList(world, rosa),
    },
    'If all of them should get the letter again, use a new': {
      input: { sheets },
      async before(world) {
        await world.create('create_order', { sheets, ...(await newList(world, rosa)) });
        return newList(world, rosa, bill);
      },
    },
    ...ordering('create_order', { list_id: 'l-001-0002', sheets: [{ ...sheets[0], color: true }] }),
  },
  resend_saved_order: {
    'Check the saved order and the list at the letter service': {
      input: { ...welcome, list_id: 'l-999-9999' },
    },
    'The letter needs': {
      input: thankYou,
      async before(world) {
        await showPlaceholders(world);
        return newList(world, rosa);
      },
    },
    'If all of them should get the letter again, use a new': {
      input: welcome,
      async before(world) {
        await world.create('resend_saved_order', { ...welcome, ...(await newList(world, rosa)) });
        return newList(world, rosa, bill);
      },
    },
    ...ordering('resend_saved_order', { ...welcome, list_id: 'l-001-0001' }),
  },
  repeat_order: {
    'no such order for this account': { input: { order_id: 'm-999-9999', ...april } },
    'enter the number of the sheet that gets the new file': {
      input: april,
      async before({ create }) {
        const twoSheets = [...sheets, ...sheets];
        const { order_id } = await create('create_order', { list_id: 'l-001-0002', sheets: twoSheets });
        return { order_id };
      },
    },
    "The earlier order's list has expired": {
      input: april,
      async before(world) {
        const { order_id } = await world.create('send_letter', { ...welcome, ...rosa, event_id: 'expires' });
        await world.control.advance('15d');
        return { order_id };
      },
    },
    'does not say which list the order': {
      input: april,
      variant: 'order-without-list',
      before: placedOrder,
    },
    'Perhaps the name of a file is mapped': { input: { file: 'letter.pdf' }, before: placedOrder },
    'If all of them should get the letter again, use a new': {
      input: april,
      async before(world) {
        const { order_id } = await placedOrder(world);
        await world.create('repeat_order', { ...resolve(april), order_id, ...(await newList(world, rosa)) });
        return { order_id, ...(await newList(world, rosa, bill)) };
      },
    },
    ...ordering('repeat_order', april, placedOrder),
  },
  send_letters: {
    'There are no recipients': { input: welcome },
    'recipient has a mistake': { input: { ...welcome, recipients: [{ street: '1 A St' }] } },
    'recipients have mistakes': { input: { ...welcome, file: at('no-name.csv') } },
    'Merge fields have no value': {
      input: { saved_order_id: 'l-001-1003', file: at('gap.csv'), merge_columns: 'all' },
    },
    'The letter needs': { input: { ...thankYou, recipients: [rosa] }, before: showPlaceholders },
    'The file has no column for': { input: { ...welcome, file: at('half.csv') } },
    'Look at the columns': { input: { ...welcome, file: at('nowhere.csv') } },
    'The list is too long for one step': { input: { ...welcome, file: at('long.csv') } },
    'people already got the same letter': {
      input: { ...welcome, recipients: [rosa, bill], event_id: 'shared' },
      async before({ create }) {
        await create('send_letter', { ...welcome, ...rosa, event_id: 'shared' });
        return {};
      },
    },
    ...noLists({ ...welcome, recipients: [rosa] }),
    ...ordering('send_letters', { ...welcome, recipients: [rosa] }),
  },
  send_letter: {
    'has no name and no company': { input: { ...welcome, ...rosa, name: '' } },
    'has no street': { input: { ...welcome, ...rosa, street: '' } },
    'has no city and no postal code': { input: { ...welcome, name: 'Rosa Diaz', street: '9 Lake Road' } },
    'needs a country, because its postal code': { input: { ...welcome, ...rosa, postal_code: 'SW1A 1AA' } },
    'fill in Street, City and Postal Code together': { input: { ...welcome, ...inMexico } },
    'has no value for': { input: { ...thankYou, ...rosa, merge_fields: { amount: '' } } },
    'The letter needs': { input: { ...thankYou, ...rosa }, before: showPlaceholders },
    ...noLists({ ...welcome, ...rosa }),
    ...ordering('send_letter', { ...welcome, ...rosa }),
  },
  create_list: {
    'Merge fields have no value': { input: { file: at('gap.csv') } },
    'recipient has a mistake': { input: { recipients: [{ street: '1 A St' }] } },
    'recipients have mistakes': { input: { file: at('no-name.csv') } },
    'needs a country, because its postal code': {
      input: { recipients: [{ ...rosa, postal_code: 'SW1A 1AA' }] },
    },
    'The file has no column for': { input: { file: at('half.csv') } },
    'Look at the columns': { input: { file: at('nowhere.csv') } },
    'Do not use this list.': {
      input: { recipients: [rosa] },
      fault: failing('POST', '/v1/lists/*/contacts', { status: 400 }),
    },
    ...noLists({ recipients: [rosa] }),
  },
};

const hookCauses: Causes = {
  "This connection can't receive": { input: {}, scopes: ['pls.files.read'] },
};

/** The field that identifies what a search finds is mapped and blank, or all fields are blank. */
const searchCauses = (app: App, key: string): Causes => {
  const { inputFields = [] } = app.searches[key]?.operation ?? {};
  const dropdown = inputFields.find(
    (field) => typeof field !== 'string' && field.choices !== undefined && !Array.isArray(field.choices),
  );
  const id = typeof dropdown === 'object' ? dropdown.key : '';
  return {
    'is mapped, but it has no value in this run, so nothing was searched': {
      input: { [id]: '', name: 'Rosa' },
      raw: { [id]: '{{1__id}}', name: 'Rosa' },
    },
    'Enter something to search for in': { input: {} },
  };
};

/** The messages of all steps, tried with a contact to be added and an order to be found. */
const writing = { input: { name: 'Rosa Diaz' } };
const commonCauses: Causes = {
  'no longer accepts this connection': { ...writing, fault: failing('*', '*', { status: 401 }) },
  "This connection doesn't have permission to": { ...writing, scopes: ['orders.read'] },
  'received too many requests': { ...writing, fault: failing('*', '*', { status: 429 }) },
  "we don't know whether the request to": { ...writing, fault: failing('*', '*', { reset: 'after' }) },
};
const readingCauses: Causes = {
  'The letter service was unavailable': {
    input: { order_id: 'm-1' },
    fault: failing('*', '*', { status: 503 }),
  },
};

/** Runs the step. Returns the message of its error. */
async function messageOf(
  kind: 'creates' | 'searches' | 'triggers',
  key: string,
  cause: Cause,
): Promise<string> {
  const { variant, user, scopes, before, fault } = cause;
  const own = variant !== undefined;
  const used = own ? await startWorld({ world: variant, platform: { processes } }) : world;
  try {
    const connection =
      user || scopes ? await used.connect(user ?? 'demo@example.com', scopes) : used.connection;
    const inputData = resolve({ ...cause.input, ...(await before?.(used)) });
    if (fault) await used.control.fault(fault);
    const step = { key, inputData, connection, ...(cause.raw ? { inputDataRaw: cause.raw } : {}) };
    if (kind === 'creates') await runCreate(used.platform, step);
    else if (kind === 'searches') await runSearch(used.platform, step);
    else await used.platform.createZap({ trigger: key, inputData, connection }).turnOn();
    return 'The step succeeded.';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    if (own) await used.close();
  }
}

const app = await builtApp();
const steps = visibleEntries(app).flatMap(({ kind, entry: { key, operation } }) => {
  const rows = troubleshooting[key];
  const isHook = operation.type === 'hook';
  const isFree =
    kind === 'searches' &&
    !operation.inputFields.some((field) => typeof field !== 'string' && field.required);
  const own: [readonly ErrorAdvice[], Causes] = rows
    ? [rows, causes[key] ?? {}]
    : isHook
      ? [hookErrors, hookCauses]
      : isFree
        ? [searchErrors, searchCauses(app, key)]
        : [[], {}];
  const hasFile = operation.inputFields.some((field) => typeof field !== 'string' && field.type === 'file');
  const [shown, known] = own;
  return [
    { kind, key, rows: shown, known },
    ...(hasFile && kind === 'creates' ? [{ kind, key, rows: fileErrors, known: fileCauses(key) }] : []),
  ];
});

/** A valid input but for its file. */
function fileCauses(key: string): Causes {
  const input = {
    repeat_order: {},
    replace_mailing_list: { minimum_contacts: '1' },
    send_letters: welcome,
  }[key];
  const before = key === 'repeat_order' ? { before: placedOrder } : {};
  return {
    'could not be downloaded: its server': { input: { ...input, file: at('missing') }, ...before },
    'because the link leads to a private network': {
      input: { ...input, file: 'https://10.0.0.1/letter.pdf' },
      ...before,
    },
  };
}

describe.each([
  ...steps,
  {
    kind: 'creates' as const,
    key: 'create_contact',
    rows: commonErrors.filter(({ says }) => !Object.hasOwn(readingCauses, says)),
    known: commonCauses,
  },
  {
    kind: 'searches' as const,
    key: 'find_order',
    rows: commonErrors.filter(({ says }) => Object.hasOwn(readingCauses, says)),
    known: readingCauses,
  },
])('The page of $key quotes only messages of this step:', ({ kind, key, rows, known }) => {
  const shown = rows.flatMap(({ says, saysOfOne = says }) => [...new Set([saysOfOne, says])]);

  it('each has a cause in this test, and each cause is quoted', () => {
    expect(Object.keys(known).toSorted()).toEqual(shown.toSorted());
  });

  for (const says of shown) {
    it(says, async () => {
      const cause = known[says];
      expect(cause && (await messageOf(kind, key, cause))).toContain(says);
    });
  }
});

describe('The messages that docs/duplicate_letters.md explains', () => {
  it('are those of the steps', async () => {
    const { control, platform } = world;
    const source = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
    const letter = { ...welcome, ...bill, event_id: 'explained' };
    const show = (key: string, input: Record<string, unknown>) => messageOf('creates', key, { input });
    const lost = failing('POST', '/v1/orders', { reset: 'after' });
    const shown = [
      await messageOf('creates', 'send_letter', { input: letter, fault: lost }),
      await control.clearFaults().then(() => show('send_letter', letter)),
    ];
    const second = { ...letter, event_id: 'explained again' };
    await world.create('send_letter', second);
    shown.push(String((await world.create('send_letter', second)).warning));
    shown.push(
      await show('send_letters', { ...welcome, event_id: second.event_id, recipients: [bill, rosa] }),
    );
    platform.cache.bytesPerMinute = 0;
    shown.push(await show('send_letter', { ...letter, event_id: 'unavailable' }));
    platform.cache.bytesPerMinute = Number.POSITIVE_INFINITY;
    // Showing it takes the ten seconds that a step waits for another one.
    const inProgress = 'may be ordering the same letters right now';
    expect(await source('src/orders/place_once.ts')).toContain(inProgress);
    shown.push(`Nothing was ordered by this run: another step ${inProgress}`);
    // Only two days later does a step stop instead of returning the order; `place_once.test.ts` shows the message.
    const older = 'the same letters were ordered on';
    expect(await source('src/once/stop_messages.ts')).toContain(older);
    shown.push(`Nothing was ordered by this run: ${older} Mar 12`);
    const page = await source('docs/duplicate_letters.md');
    const quoted = [...page.matchAll(/^\| “([^”]+)”/gm)].map(([, quote = '']) => quote);
    expect(quoted.length).toBeGreaterThan(5);
    const pattern = (quote: string) =>
      new RegExp(
        quote
          .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
          .replaceAll(' … ', '.*')
          .replace('…', '')
          .replace(/\d+/g, '\\d+'),
      );
    const missing = quoted.filter((quote) => !shown.some((message) => pattern(quote).test(message)));
    expect({ missing, shown }).toEqual({ missing: [], shown });
  });
});
