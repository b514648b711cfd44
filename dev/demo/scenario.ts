/** One Zap from start to finish: a form is submitted, a letter is ordered, produced and previewed. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  connectAccount,
  type LocalZapier,
  runCreate,
  type Zap,
  type ZapRecord,
} from '@print-and-mail/zapier';
import * as zod from 'zod';
import { demoUser, giveConsent } from './browser_consent.ts';
import type { Control } from './control.ts';
import type { Reporter } from './reporter.ts';

/** In the sandbox's demo account. */
const savedOrder = { id: 'l-001-1001', name: 'Welcome letter 2026' };
const list = { id: 'l-001-0002', name: 'Prayer partners' };

const orderRecord = zod.looseObject({ order_id: zod.string() });
const hydratedOrder = zod.looseObject({ order: zod.looseObject({ preview_pdf: zod.string() }) });

/** @throws what a failed step throws, after the reporter has printed it */
export async function playScenario(zapier: LocalZapier, control: Control, reporter: Reporter): Promise<void> {
  const connection = await reporter.step('Connect the account', () => connectAccount(zapier, giveConsent()));
  reporter.detail(`${demoUser.email} logged in and allowed access. Zapier shows "${connection.label}".`);

  const zap = zapier.createZap({
    trigger: 'order_complete',
    inputData: { include_order: 'true' },
    connection,
  });
  await reporter.step('Turn on a Zap that starts when an order is produced', () => zap.turnOn());
  reporter.detail('The letter service will notify Zapier.');

  const order = await reporter.step(`Send "${savedOrder.name}" to "${list.name}"`, async () =>
    orderRecord.parse(
      await runCreate(zapier, {
        key: 'resend_saved_order',
        connection,
        inputData: { saved_order_id: savedOrder.id, list_id: list.id },
      }),
    ),
  );
  reporter.detail(`Order ${order.order_id} was placed.`);

  const produced = await reporter.step('Wait a day until the letter is produced', async () => {
    await control.advance('1d');
    return takeOnlyRecord(zap);
  });
  reporter.detail(`The letter service reported that order ${String(produced.order_id)} is complete.`);

  const path = await reporter.step('Save the preview', async () => {
    const { order } = hydratedOrder.parse(await zapier.hydrate(produced, connection));
    return savePdf(order.preview_pdf, `${produced.order_id}.pdf`);
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
