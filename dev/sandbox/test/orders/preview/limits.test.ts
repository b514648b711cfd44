import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { runs, timeout } from '../../../../../test/support/thoroughness.ts';
import { performPdfTask } from '../../../orders/pdf_threads.ts';
import { printLimits } from '../../../orders/preview/limits.ts';
import { getPreview } from '../../../orders/preview.ts';
import { Clock } from '../../../store/clock.ts';
import { Database } from '../../../store/database.ts';
import type { Order } from '../../../store/records.ts';
import { readPdfPages } from '../../pdf_pages.ts';
import { sandbox } from '../../service_client.ts';
import { createBlankPdf, createEndlessPdf, createLongPdf, createPng } from './hostile_files.ts';

/** Orders a letter with a file. @returns the order and the text of its preview */
async function print(filename: string, content: Uint8Array) {
  const { post, get } = await (await sandbox()).as();
  const { id } = (await post(`/v1/files?filename=${filename}`, content)).body;
  const order = await post('/v1/orders', {
    type: 'order',
    list: 'l-001-0002',
    contents: [{ type: 'sheet', file: id }],
  });
  expect(order.status).toBe(200);
  const preview = await get(`/v1/orders/${order.body.id}.pdf`);
  expect(preview.status).toBe(200);
  const [page] = await readPdfPages(preview.bytes);
  return page?.text;
}

const preview = async (filename: string, content: Promise<Uint8Array>) => ({
  preview: {
    contents: [{ type: 'sheet' as const, file: 'f-1' }],
    recipients: [],
    quantity: 0,
    files: new Map([['f-1', { filename, content: await content }]]),
    logos: new Map(),
    fonts: new Map(),
  },
});

describe('a preview says instead of the page that', () => {
  it.each([
    [16_000, 16_000],
    [160_000, 160_000],
    [0xffff_ffff, 0xffff_ffff],
  ])('an image of %d × %d pixels is too large', async (width, height) => {
    expect(await print('large.png', createPng(width, height, 1000))).toMatch(
      /large\.png cannot be printed because it has [\d,]+ × [\d,]+ pixels\. The limit is 36,000,000 pixels\./,
    );
  });

  it.each([401, 200_000])('a PDF of %d pages is too long', async (pages) => {
    expect(await print('long.pdf', await createLongPdf(pages))).toContain(
      'long.pdf cannot be printed because it has more than 400 pages.',
    );
  });

  it('a PDF whose page tree contains itself is damaged', async () => {
    expect(await print('endless.pdf', await createEndlessPdf())).toMatch(/endless\.pdf cannot be printed/);
  });
});

it('a preview prints a page that a PDF names several times as often', async () => {
  expect(await print('twice.pdf', await createLongPdf(2))).toContain('Again');
});

describe('a task with a PDF', () => {
  it('that takes too long fails with the limit, and lets other work continue', async () => {
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 10);
    const task = await preview('blank.pdf', createBlankPdf(50_000_000));
    await expect(performPdfTask(task, { ...printLimits, time: 200 })).rejects.toThrow(
      'It takes more than 0.2 seconds. Use smaller files.',
    );
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(0);
  });

  it('that takes too much memory fails with the limit', async () => {
    const task = await preview('blank.pdf', createBlankPdf(100_000_000));
    await expect(performPdfTask(task, { ...printLimits, memory: 100 * 1024 * 1024 })).rejects.toThrow(
      'It takes more than 100 MB of memory. Use smaller files.',
    );
  });

  it('that counts pages does not wait for previews', async () => {
    const task = await preview('blank.pdf', createBlankPdf(1000));
    const count = { count: { filename: 'letter.pdf', content: await createLongPdf(3) } };
    // Starts the threads, which takes longer than these tasks.
    await Promise.all([task, task, count].map((first) => performPdfTask(first)));
    const done: string[] = [];
    const previews = Array.from({ length: 30 }, () => performPdfTask(task).then(() => done.push('preview')));
    await performPdfTask(count).then(() => done.push('count'));
    await Promise.all(previews);
    expect(done.indexOf('count')).toBeLessThan(20);
  });

  it('waits for its turn if many are in progress', async () => {
    const file = { filename: 'letter.pdf', content: await createLongPdf(3) };
    const counted = await Promise.all(Array.from({ length: 8 }, () => performPdfTask({ count: file })));
    expect(counted).toEqual(Array(8).fill({ pages: 3 }));
  });
});

it('a preview that cannot be rendered is 409 with the reason, and is not rendered again', async () => {
  const database = new Database();
  const variants = new Set<never>();
  const service = {
    database,
    clock: new Clock(database),
    variants,
    origin: '',
    newId: String,
    newSecret: String,
  };
  const sheet = { type: 'sheet' as const, file: 'f-1', paper_type: 'p-1', color: false, duplex: false };
  const order: Order = {
    id: 'm-1',
    account: 'a',
    contents: [{ ...sheet, width: Number.NaN, height: 11 }],
    list: 'l-1',
    rush: false,
    invoice_amount: 0,
    state: 'created',
    timeline: { created: '', mailed: null },
    quantity: 0,
  };
  const failure = { status: 409, code: 'orders.no_preview', message: expect.stringContaining('NaN') };
  await expect(getPreview(service, order)).rejects.toMatchObject(failure);
  await expect(getPreview(service, { ...order, contents: [] })).rejects.toMatchObject(failure);
  database.close();
});

it(
  'files with random changes become a preview, or fail with a limit',
  async () => {
    const files = [
      ['a.png', createPng(20, 20)],
      ['a.pdf', await createLongPdf(3)],
    ] as const;
    const limits = { ...printLimits, time: 2000 };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 6 }),
        async ([filename, content], changes) => {
          const changed = Uint8Array.from(content);
          for (const [at, byte] of changes) changed[at % changed.length] = byte;
          const task = await preview(filename, Promise.resolve(changed));
          const outcome = await performPdfTask(task, limits).then(
            (result) => 'pdf' in result && Buffer.from(result.pdf.subarray(0, 5)).toString(),
            (error: unknown) => String(error),
          );
          expect(outcome).toMatch(/^(?:%PDF-|Error: It takes more than )/);
        },
      ),
      { numRuns: runs(10), endOnFailure: true },
    );
  },
  timeout(60_000),
);
