/** One whole Zap, from connecting the account to the letter that came back, each step told with its record. */
import { readFile } from 'node:fs/promises';
import { newsletterPdf } from '@print-and-mail/sandbox';
import {
  type ConnectedAccount,
  connectAccount,
  findOperation,
  type LocalZapier,
  type Loopback,
  type OperationKind,
  runCreate,
  serveLoopback,
  type Zap,
  type ZapRecord,
} from '@print-and-mail/zapier';
import { demoOwner, throughConsentPages } from './consent.ts';
import type { Control } from './control.ts';
import type { Teller } from './teller.ts';

/** Of the sandbox's seed: the letter to send, the people to send it to, and the one whose letter comes back. */
const savedOrder = { id: 'l-001-1001', name: 'Welcome letter 2026' };
const list = { id: 'l-001-0002', name: 'Prayer partners' };
const movedAway = { id: 'c-001-0005', name: 'José Ñandú' };

export interface Story {
  connection: ConnectedAccount;
  /** The Zaps that were turned on and still are. */
  zaps: Zap[];
}

/** @throws what the step that failed threw; it has been told already */
export async function playWholeZap(platform: LocalZapier, control: Control, teller: Teller): Promise<Story> {
  const definition = await platform.definition();
  const show = (kind: OperationKind, key: string, record: ZapRecord) =>
    teller.record(record, findOperation(definition, kind, key));

  const connection = await teller.step('Connect the account', () =>
    connectAccount(platform, throughConsentPages(demoOwner)),
  );
  teller.say(
    `${demoOwner.email} logged in on the letter service's own pages and allowed it. In Zapier the account is called:`,
  );
  teller.record({ Connection: connection.label });

  const produced = platform.createZap({
    trigger: 'order_complete',
    inputData: { include_order: 'true' },
    connection,
  });
  const moved = platform.createZap({ trigger: 'address_update', connection });
  for (const zap of [produced, moved]) {
    const { label } = findOperation(definition, 'triggers', zap.trigger).display;
    await teller.step(`Turn on a Zap that begins with “${label}”`, () => zap.turnOn());
    teller.say('The letter service now tells this Zap when it happens. The subscription:');
    teller.record(isRecord(zap.subscribeData) ? zap.subscribeData : {});
  }

  const contact = await teller.step('A form is filled in: create the contact', () =>
    runCreate(platform, {
      key: 'create_contact',
      connection,
      inputData: {
        name: 'Hannah Weber',
        external_id: 'form-2041',
        street: 'Lindenstraße 12\nHinterhaus',
        city: 'Leipzig',
        postal_code: '04109',
        country: 'DE',
      },
    }),
  );
  show('creates', 'create_contact', contact);

  const source = await servePdf();
  try {
    const file = await teller.step('An earlier step made a PDF: upload it', () =>
      runCreate(platform, {
        key: 'upload_file',
        connection,
        inputData: { file: `${source.origin}/newsletter.pdf` },
      }),
    );
    show('creates', 'upload_file', file);
  } finally {
    await source.close();
  }

  const send = {
    key: 'resend_saved_order',
    connection,
    inputData: { saved_order_id: savedOrder.id, list_id: list.id },
  };
  const order = await teller.step(`Send “${savedOrder.name}” to “${list.name}”`, () =>
    runCreate(platform, send),
  );
  show('creates', send.key, order);
  const again = await teller.step('The Zap runs a second time by mistake: no letter twice', async () => {
    const answer = await runCreate(platform, send);
    ensure(
      answer.already_ordered === true && answer.order_id === order.order_id,
      'a second order was placed',
    );
    return answer;
  });
  show('creates', send.key, again);

  const completion = await teller.step(
    'A day passes: the letters are printed, and the first Zap starts',
    async () => {
      await control.advance('1d');
      return started(produced, 'the completed order');
    },
  );
  ensure(completion.order_id === order.order_id, `the Zap was started by ${completion.order_id}`);
  show('triggers', 'order_complete', completion);

  const preview = await teller.step('A later step uses the preview, which is fetched only now', async () => {
    const whole = await platform.hydrate(completion, connection);
    const address = isRecord(whole) && isRecord(whole.order) ? String(whole.order.preview_pdf) : '';
    const response = await fetch(address);
    const bytes = Buffer.from(await response.arrayBuffer());
    ensure(bytes.subarray(0, 5).toString() === '%PDF-', 'the preview is not a PDF');
    return { 'Order: Preview': address, Size: `${Math.ceil(bytes.length / 1000)} kB` };
  });
  teller.record(preview);

  const notice = await teller.step(
    `A letter to ${movedAway.name} comes back, and the other Zap starts`,
    async () => {
      await control.event('mail-returned', { contact_id: movedAway.id });
      return started(moved, 'the returned letter');
    },
  );
  ensure(
    notice.contact_id === movedAway.id && notice.code === 'returned_mail',
    'it was about something else',
  );
  show('triggers', 'address_update', notice);
  return { connection, zaps: [produced, moved] };

  /** The record that started the Zap. Whoever made it happen waited for the delivery, not for the Zap. */
  async function started(zap: Zap, by: string): Promise<ZapRecord> {
    await control.advance('1s');
    await zap.settled();
    const failure = zap.deliveries.map(({ run }) => run.outcome).find(({ ok }) => !ok);
    if (failure && !failure.ok) throw failure.error;
    const record = zap.records.at(-1);
    if (zap.records.length !== 1 || !record) {
      throw new Error(`The Zap was started ${zap.records.length} times by ${by}, and not once.`);
    }
    return record;
  }
}

function ensure(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(`This is not what should have happened: ${otherwise}.`);
}

const isRecord = (value: unknown): value is ZapRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The PDF as a file of an earlier step: an address that gives it away, with its name. */
async function servePdf(): Promise<Loopback> {
  const content = await readFile(newsletterPdf);
  return serveLoopback(async (_request, response) => {
    response.writeHead(200, {
      'Content-Type': 'application/pdf',
      'Content-Length': content.length,
      'Content-Disposition': 'attachment; filename="newsletter.pdf"',
    });
    response.end(content);
  });
}
