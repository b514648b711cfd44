import { describe, expect, it } from '@jest/globals';
import { sandbox } from '../service_client.ts';

const envelope = { type: 'envelope', envelope_type: 'e-001-0001' };
const sheet = (text?: string) => ({
  type: 'sheet',
  file: 'f-001-0001',
  ...(text === undefined ? {} : { merge: [{ text }] }),
});
const complete = { street: '1 A St', city: 'Akron', state: 'OH', postal_code: '44301' };

/** Orders letters and renders the preview. @returns the warnings on the page of the order */
async function warningsOf(contents: object[], ...recipients: object[]): Promise<string[]> {
  const service = await sandbox();
  const { post, get } = await service.as();
  const { list_id } = (await post('/v1/lists', { name: 'Guests' })).body;
  const data = recipients.map((recipient) => ({ type: 'contact', address: complete, ...recipient }));
  await post(`/v1/lists/${list_id}/contacts`, { type: 'contacts', data });
  const { id } = (await post('/v1/orders', { type: 'order', contents, list: list_id })).body;
  await get(`/v1/orders/${id}.pdf`);
  return (await service.send('GET', `/console/orders/${id}`)).body.warnings;
}

describe('the page of an order warns', () => {
  it.each<[string, object[], object[], (string | RegExp)[]]>([
    ['of nothing if all is well', [sheet('Dear {greeting},'), envelope], [{ name: 'Ada' }], []],
    ['of an empty list', [sheet(), envelope], [], ['The list is empty, so no letter is printed.']],
    ['if there is no envelope', [sheet()], [{ name: 'Ada' }], [/^There is no outer envelope/]],
    [
      'if the only envelope is enclosed',
      [sheet(), { ...envelope, outer: false }],
      [{ name: 'Ada' }],
      [/^There is no outer envelope/],
    ],
    [
      'of incomplete addresses',
      [sheet(), envelope],
      [
        { name: 'Ada', address: { street: '1 A St' } },
        { company: 'Acme', address: { street: '2 A St' } },
      ],
      ['An address requires a city or a postal code. Check Ada, Acme.'],
    ],
    [
      'of addresses without a street',
      [sheet(), envelope],
      [{ name: 'Ada', address: { ...complete, street: '' } }],
      ['An address has no street. Check Ada.'],
    ],
    [
      'of ZIP codes that do not exist',
      [sheet(), envelope],
      [{ name: 'Ada', address: { ...complete, postal_code: '2134' } }],
      ['2134 is not a ZIP code of the United States. Check Ada.'],
    ],
    [
      'of a placeholder without a value',
      [sheet('Thank you for {amount}.'), envelope],
      [
        { name: 'Ada', metadata: { amount: '$5' } },
        { name: 'Bob', metadata: { amount: ' ' } },
      ],
      ['{amount} is missing for 1 of 2 recipients.'],
    ],
    [
      'of a contact field without a value, unless its line is left out',
      [sheet('{company}\nDear friends at {company},'), envelope],
      [{ name: 'Ada' }],
      ['{company} is missing for the only recipient.'],
    ],
    ['of no line that is left out on purpose', [sheet('{name}\n{company}'), envelope], [{ name: 'Ada' }], []],
    [
      'of text that reaches beyond the page',
      [sheet('x'.repeat(300)), envelope],
      [{ name: 'Ada' }],
      [/^“x{50,}…” does not fit and is cut off\.$/],
    ],
    [
      'of a name that does not fit on the envelope',
      [sheet(), envelope],
      [{ name: 'Bartholomew '.repeat(20).trim() }],
      [/^“Bartholomew .*…” does not fit and is cut off\.$/],
    ],
    [
      'of a character that no font has',
      [sheet(), envelope],
      [{ name: 'Ada 𓀀' }],
      ['No font has “𓀀” (U+13000). A small box is printed instead.'],
    ],
    [
      'of names that do not fit and characters that no font has, also beyond the recipients in the preview',
      [sheet('{greeting}'), envelope],
      [
        ...Array.from({ length: 30 }, (_, index) => ({ name: `Ada ${index}` })),
        { name: 'Bartholomew '.repeat(20).trim() },
        { name: 'Ada 𓀀', greeting: 'x'.repeat(200) },
      ],
      [/^“Bartholomew .*…”, “x+…” do not fit and are cut off\.$/, /^No font has “𓀀”/],
    ],
  ])('%s', async (_when, contents, recipients, expected) => {
    expect(await warningsOf(contents, ...recipients)).toEqual(
      expected.map((warning) => (typeof warning === 'string' ? warning : expect.stringMatching(warning))),
    );
  });

  it('of a contact without an address', async () => {
    const service = await sandbox();
    const { post, get } = await service.as();
    await post('/v3/contacts/c-001-0001', {
      address: { street: '', city: '', state: '', postal_code: '', country: '' },
    });
    const { order_id } = (await post('/v1/orders', { saved_order_id: 'l-001-1001', list_id: 'l-001-0001' }))
      .body;
    await get(`/v1/orders/${order_id}.pdf`);
    const { warnings } = (await service.send('GET', `/console/orders/${order_id}`)).body;
    expect(warnings).toContain('A letter has no address. Check Maria Miller.');
  });
});
