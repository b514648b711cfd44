import { expect, it } from '@jest/globals';
import { ListEncoder } from '../../src/mailing_list/new_list.ts';

it.each([0, 1, 999, 1_000, 1_001, 2_500])(
  'A list of %i contacts is encoded completely, with its length',
  (count) => {
    const contacts = Array.from({ length: count }, (_, index) => ({ name: `Zoë ${index}` }));
    const list = new ListEncoder();
    for (const contact of contacts) list.push(contact);
    const { pieces, length } = list.end();
    const body = Buffer.concat(pieces);
    expect(JSON.parse(body.toString())).toEqual({ contacts });
    expect(length).toBe(body.length);
    expect(list.count).toBe(count);
  },
);
