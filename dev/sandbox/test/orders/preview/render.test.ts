import { describe, expect, it } from '@jest/globals';
import { PDFDocument } from '@pdfme/pdf-lib';
import fc from 'fast-check';
import { anyText } from '../../../../../test/support/any_text.ts';
import { runs } from '../../../../../test/support/thoroughness.ts';
import { addressLines } from '../../../orders/preview/addresses.ts';
import { printLimits } from '../../../orders/preview/limits.ts';
import { fillMergeText } from '../../../orders/preview/merge.ts';
import { type PreviewJob, renderPreview } from '../../../orders/preview/render.ts';
import { readPdfPages } from '../../pdf_pages.ts';

const maria = {
  name: 'Maria Miller',
  greeting: 'Maria',
  company: 'Grace Church',
  address: {
    street: '12 Market Street\nApartment 4',
    city: 'Columbus',
    state: 'OH',
    postal_code: '43215',
    country: '',
  },
};
const agnieszka = {
  name: 'Agnieszka Żółć',
  greeting: 'Agnieszka',
  company: null,
  address: { street: 'ul. Długa 7', city: 'Kraków', state: '', postal_code: '31-147', country: 'Poland' },
};

/** Returns a PDF with a number on each page. */
async function createLetter(pages = 2): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (let page = 1; page <= pages; page += 1)
    document.addPage([612, 792]).drawText(`Page ${page} of the file`, { x: 72, y: 400 });
  return document.save();
}

const content = await createLetter();

const job = ({ recipients = [maria], ...parts }: Partial<PreviewJob>): PreviewJob => ({
  contents: [{ type: 'sheet', file: 'f-1', width: 8.5, height: 11 }],
  recipients,
  quantity: recipients.length,
  file: (id) => (id === 'f-1' ? { filename: 'letter.pdf', content } : undefined),
  font: () => 'Serif',
  logo: () => undefined,
  sender: { name: 'Lighthouse Mission', lines: ['P.O. Box 77', 'Columbus, OH 43216'] },
  ...parts,
});

const render = async (job: PreviewJob): Promise<Uint8Array> => (await renderPreview(job)).pdf;

describe('the preview of an order', () => {
  it('shows each page of the file at the size of the sheet, for each recipient', async () => {
    const pages = await readPdfPages(await render(job({ recipients: [maria, agnieszka] })));
    expect(pages.map(({ text, width, height }) => [text, width, height])).toEqual([
      ['Page 1 of the file', 8.5, 11],
      ['Page 2 of the file', 8.5, 11],
      ['Page 1 of the file', 8.5, 11],
      ['Page 2 of the file', 8.5, 11],
    ]);
  });

  it('swaps width and height if the sheet is landscape', async () => {
    const contents = [{ type: 'sheet' as const, file: 'f-1', width: 8.5, height: 11, landscape: true }];
    const [page] = await readPdfPages(await render(job({ contents })));
    expect([page?.width, page?.height]).toEqual([11, 8.5]);
  });

  it('prints a merge text with the recipient’s greeting at its position on its page', async () => {
    const merge = [{ text: 'Dear {greeting},', font: 'f-9', size: 12, page: 2, x: 1.5, y: 3 }];
    const contents = [{ type: 'sheet' as const, file: 'f-1', width: 8.5, height: 11, merge }];
    const pages = await readPdfPages(await render(job({ contents, recipients: [agnieszka] })));
    expect(pages[0]?.text).not.toContain('Dear');
    const dear = pages[1]?.items.find(({ text }) => text.startsWith('Dear Agnieszka,'));
    expect(dear?.x).toBeCloseTo(1.5, 1);
    expect(dear?.y).toBeGreaterThan(3);
    expect(dear?.y).toBeLessThan(3.3);
  });

  it.each([
    ['center', 0.5],
    ['right', 1],
  ])('aligns a merge text by its %s', async (align, share) => {
    const merge = [{ text: 'Hello', size: 12, page: 1, x: 4, y: 3, align }];
    const left = [{ text: 'Hello', size: 12, page: 1, x: 4, y: 3 }];
    const startOf = async (texts: typeof left) => {
      const contents = [{ type: 'sheet' as const, file: 'f-1', merge: texts }];
      const [page] = await readPdfPages(await render(job({ contents })));
      return page?.items.find(({ text }) => text === 'Hello')?.x ?? Number.NaN;
    };
    const distance = (await startOf(left)) - (await startOf(merge));
    expect(distance).toBeGreaterThan(0.3 * share);
    expect(distance).toBeLessThan(0.5 * share);
  });

  it('prints the pieces of several recipients on a sheet that is divided into a grid', async () => {
    const merge = [{ text: '{name}', page: 1, x: 0.5, y: 0.5 }];
    const contents = [
      { type: 'sheet' as const, file: 'f-1', width: 8.5, height: 11, rows: 2, cols: 1, merge },
    ];
    const pages = await readPdfPages(await render(job({ contents, recipients: [maria, agnieszka, maria] })));
    expect(pages).toHaveLength(4);
    expect(pages[0]?.text).toContain('Maria Miller');
    expect(pages[0]?.text).toContain('Agnieszka');
    const second = pages[0]?.items.find(({ text }) => text.includes('Agnieszka'));
    expect(second?.y).toBeGreaterThan(5.5);
  });

  it('addresses the outer envelope to the recipient and the return envelope to the sender', async () => {
    const contents = [
      { type: 'envelope' as const, outer: true, width: 9.5, height: 4.125 },
      { type: 'envelope' as const, outer: false, width: 8.875, height: 3.875 },
    ];
    const [outer, back] = await readPdfPages(await render(job({ contents })));
    expect([outer?.width, outer?.height]).toEqual([9.5, 4.125]);
    expect([back?.width, back?.height]).toEqual([8.875, 3.875]);
    const leftOf = (page: typeof outer, wanted: string) =>
      page?.items.find(({ text }) => text.includes(wanted))?.x ?? Number.NaN;
    expect(leftOf(outer, 'Maria Miller')).toBeGreaterThan(leftOf(outer, 'Lighthouse Mission'));
    expect(leftOf(back, 'Lighthouse Mission')).toBeGreaterThan(leftOf(back, 'Maria Miller'));
    expect(outer?.text).toContain('Grace Church');
    expect(outer?.text).toContain('Columbus, OH 43215');
  });

  it(`shows the first ${printLimits.recipients} recipients of a long list`, async () => {
    const contents = [{ type: 'envelope' as const, outer: true }];
    const recipients = Array.from({ length: 60 }, () => maria);
    expect(await readPdfPages(await render(job({ contents, recipients })))).toHaveLength(
      printLimits.recipients,
    );
  });

  it('prints the placeholders if the list is empty', async () => {
    const merge = [{ text: 'Dear {greeting},', page: 1, x: 1, y: 1 }];
    const [page] = await readPdfPages(
      await render(job({ contents: [{ type: 'sheet', file: 'f-1', merge }], recipients: [] })),
    );
    expect(page?.text).toContain('Dear {greeting},');
  });

  it.each([
    [
      'a damaged PDF',
      'letter.pdf',
      '%PDF-1.4 nonsense',
      /letter\.pdf cannot be printed because it is damaged/,
    ],
    ['an unsupported file', 'letter.docx', 'PK', /letter\.docx cannot be printed because it is not a PDF/],
    ['a damaged image', 'photo.png', 'nonsense', /photo\.png cannot be printed because it is damaged/],
  ])('shows a page with the reason instead of %s', async (_file, filename, text, reason) => {
    const [page] = await readPdfPages(
      await render(job({ file: () => ({ filename, content: Buffer.from(text) }) })),
    );
    expect(page?.text).toMatch(reason);
  });

  it('prints names in every script', async () => {
    const names = ['Żółć Ñandú', '山田 太郎', 'Ελένη', 'Иван'];
    const contents = [{ type: 'envelope' as const, outer: true }];
    const pages = await readPdfPages(
      await render(job({ contents, recipients: names.map((name) => ({ name })) })),
    );
    expect(pages.map(({ text }, index) => text.includes(names[index]?.split(' ')[0] ?? '?'))).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  it('never fails, whatever the text', async () => {
    const someText = anyText({ maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(someText, someText, async (name, text) => {
        const contents = [
          { type: 'sheet' as const, file: 'f-1', merge: [{ text, page: 1, x: 1, y: 1 }] },
          { type: 'envelope' as const, outer: true },
        ];
        const pdf = await render(
          job({ contents, recipients: [{ name, address: { street: text, country: name } }] }),
        );
        expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
      }),
      { numRuns: runs(10) },
    );
  });
});

describe('an address on an envelope', () => {
  it.each([
    ['', ['1 Main St', 'Akron, OH 44301']],
    ['Germany', ['1 Main St', '44301 Akron', 'OH', 'GERMANY']],
    ['Canada', ['1 Main St', 'Akron OH  44301', 'CANADA']],
    ['United Kingdom', ['1 Main St', 'Akron', 'OH', '44301', 'UNITED KINGDOM']],
    ['Japan', ['1 Main St', 'Akron, OH 44301', 'JAPAN']],
    ['Mexico', ['1 Main St', '44301 Akron, OH', 'MEXICO']],
    ['Brazil', ['1 Main St', 'Akron - OH', '44301', 'BRAZIL']],
  ])('for the country "%s" has the format of that country', (country, lines) => {
    expect(
      addressLines({ street: '1 Main St', city: 'Akron', state: 'OH', postal_code: '44301', country }),
    ).toEqual(lines);
  });

  it('has a separate line for each line of the street, without blank lines', () => {
    expect(addressLines({ street: '1 Main St\r\n\nApt 4', city: 'Akron' })).toEqual([
      '1 Main St',
      'Apt 4',
      'Akron',
    ]);
  });
});

describe('a merge text', () => {
  it('prints nothing for a placeholder without a value', () => {
    expect(fillMergeText('Dear {greeting}, {nobody}{constructor}!', maria)).toBe('Dear Maria, !');
  });

  it('prints custom merge fields, but a contact field takes precedence over one of the same name', () => {
    const donor = { ...maria, metadata: { amount: '$50', 'Förder-Nr': '7', city: 'Nowhere' } };
    expect(fillMergeText('{amount} { Förder-Nr } {city}', donor)).toBe(`$50 7 ${maria.address.city}`);
  });

  it('prints nothing for an empty field of the contact', () => {
    expect(fillMergeText('{company}|{name}', agnieszka)).toBe('|Agnieszka Żółć');
  });
});
