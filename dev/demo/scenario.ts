/** One Zap from start to finish: someone donates through a form and gets a thank-you letter with the amount. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  connectAccount,
  findOperation,
  type LocalZapier,
  runCreate,
  type Zap,
  type ZapRecord,
} from '@print-and-mail/zapier';
import * as zod from 'zod';
import { demoUser, giveConsent } from './browser_consent.ts';
import type { Control } from './control.ts';
import type { Reporter } from './reporter.ts';

/** A saved order in the sandbox's demo account. Its text contains the merge field {amount}. */
const savedOrder = { id: 'l-001-1005', name: 'Thank you letter 2026' };

/** The answers in the submitted form. */
const form = {
  name: 'Hannah Weber',
  street: 'Lindenstraße 12',
  city: 'Leipzig',
  postal_code: '04109',
  country: 'Germany',
  amount: '€50',
};

const placedOrder = zod.looseObject({ order_id: zod.string() });
const producedOrder = zod.looseObject({
  order_id: zod.string(),
  order: zod.looseObject({ preview_pdf: zod.string() }),
});

/** @throws what a failed step throws, after the reporter has printed it */
export async function playScenario(zapier: LocalZapier, control: Control, reporter: Reporter): Promise<void> {
  const connection = await reporter.step('Connect the account', () => connectAccount(zapier, giveConsent()));
  reporter.detail(`${demoUser.email} logged in and allowed access. Zapier shows "${connection.label}".`);

  const zap = zapier.createZap({
    trigger: 'order_complete',
    inputData: { include_order: 'true' },
    connection,
  });
  const { label } = findOperation(await zapier.definition(), 'triggers', zap.trigger).display;
  await reporter.step(`Turn on a Zap that starts with "${label}"`, () => zap.turnOn());
  reporter.detail('The letter service will notify Zapier when an order has been produced.');

  const { amount, ...recipient } = form;
  const order = await reporter.step('A donation form is submitted: send a letter', async () =>
    placedOrder.parse(
      await runCreate(zapier, {
        key: 'send_letter',
        connection,
        inputData: { saved_order_id: savedOrder.id, ...recipient, merge_fields: { amount } },
      }),
    ),
  );
  reporter.detail(`${form.name} in ${form.city} donated ${amount} and gets "${savedOrder.name}".`);
  reporter.detail(`The order is ${order.order_id}.`);

  const produced = await reporter.step('A day later, the letter has been produced', async () => {
    await control.advance('1d');
    return takeOnlyRecord(zap);
  });
  reporter.detail('The webhook for this order started the Zap.');

  const path = await reporter.step('Fetch the preview of the letter', async () => {
    const { order_id, order } = producedOrder.parse(await zapier.hydrate(produced, connection));
    return savePdf(order.preview_pdf, `${order_id}.pdf`);
  });
  reporter.detail(path);
  await zap.turnOff();
}

/** Waits until the Zap has handled its webhooks and returns the one record that started it. */
async function takeOnlyRecord(zap: Zap): Promise<ZapRecord> {
  await zap.settled();
  for (const { run } of zap.deliveries) if (!run.outcome.ok) throw run.outcome.error;
  const [record, ...others] = zap.records;
  if (!record || others.length > 0) {
    throw new Error(`The Zap should have started once, but started ${zap.records.length} times.`);
  }
  return record;
}

/** Downloads a PDF to a temporary folder. @returns its path */
async function savePdf(url: string, filename: string): Promise<string> {
  const response = await fetch(url);
  const content = Buffer.from(await response.arrayBuffer());
  if (!response.ok || !content.subarray(0, 5).equals(Buffer.from('%PDF-'))) {
    throw new Error(`The preview is not a PDF (${response.status}).`);
  }
  const path = join(await mkdtemp(join(tmpdir(), 'print-and-mail-')), filename);
  await writeFile(path, content);
  return path;
}
