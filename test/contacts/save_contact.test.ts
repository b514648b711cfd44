import { describe, expect, it } from '@jest/globals';
import { clearFieldsField, planChanges, type RequestedChanges } from '../../src/contacts/save_contact.ts';
import { addressKeys } from '../../src/person/fields.ts';

const findChanges = (contact: typeof stored | { contact_id: string }, requested: RequestedChanges) =>
  planChanges(contact as typeof stored, requested).changes;

const stored = {
  contact_id: 'c-1',
  name: 'Ann Lee',
  greeting: 'Ann',
  file_as: 'Lee, Ann',
  company: 'Grace Church',
  address: { street: '1 Main St', city: 'Akron', state: 'OH', postal_code: '44301', country: null },
};

describe('A changed name', () => {
  it.each([
    ['made of words of the previous name', {}, { greeting: '', file_as: '' }],
    ['that somebody chose', { greeting: 'Annie', file_as: 'Board: Lee, Ann' }, {}],
    ['with an accent or in capitals', { greeting: 'ÁNN', file_as: 'LEE' }, { greeting: '', file_as: '' }],
    [
      'with a title of the previous name',
      { name: 'Dr. Ann Lee', greeting: 'Dr Lee' },
      { greeting: '', file_as: '' },
    ],
    ['that contains more than the name', { greeting: 'Ann and Tom' }, { file_as: '' }],
    ['that is blank', { greeting: '', file_as: null }, {}],
    ['without letters', { greeting: '-' }, { file_as: '' }],
    [
      'of an organization',
      { name: null, greeting: 'Grace Church', file_as: 'Church' },
      { greeting: '', file_as: '' },
    ],
  ])('clears only stored names that came from the previous one: one %s', (_name, changes, cleared) => {
    const requested = { person: { name: 'Robert Kay' }, address: {} };
    expect(findChanges({ ...stored, ...changes }, requested)).toEqual({ name: 'Robert Kay', ...cleared });
  });

  it('needs no note about a greeting that is cleared with it', () => {
    const contact = { ...stored, greeting: 'Grandma' };
    const requested = { person: { name: 'Robert Kay', greeting: '' }, address: {} };
    expect(planChanges(contact, requested)).toMatchObject({ changes: { greeting: '' }, notes: [] });
  });

  it('sends names that are filled in, even if they are those of the previous name', () => {
    const contact = { name: 'Robert Kay', greeting: 'Ann', file_as: 'Kay' };
    expect(findChanges(stored, { person: contact, address: {} })).toEqual({
      name: 'Robert Kay',
      file_as: 'Kay',
    });
  });

  it.each([[{ company: 'Hope' }], [{ name: ' Ann Lee ' }], [{ external_id: 'x' }]])(
    'is not one of %j',
    (contact) => {
      const changes = findChanges(stored, { person: contact, address: {} });
      expect(changes.greeting).toBeUndefined();
      expect(changes.file_as).toBeUndefined();
    },
  );
});

describe('A part of an address', () => {
  const plan = (address: object) => planChanges(stored, { person: {}, address });

  it.each([
    [{ street: '9 Elm St' }, 'street', 'City "Akron" and Postal Code "44301"'],
    [{ street: '9 Elm St', city: 'Akron' }, 'street', 'Postal Code "44301"'],
    [{ city: 'Canton' }, 'city', 'Street "1 Main St" and Postal Code "44301"'],
  ])('such as %j is changed with a warning that the rest stays', (address, part, kept) => {
    expect(plan(address).notes).toEqual([
      `The ${part} was changed, and the contact keeps ${kept}. If the contact moved, fill in the whole address.`,
    ]);
  });

  it.each([
    [{ street: '9 Elm St', city: 'Canton' }, 'has a new Street and City, but Postal Code is blank'],
    [{ street: '9 Elm St', postal_code: '44702' }, 'has a new Street and Postal Code, but City is blank'],
    [{ city: 'Canton', postal_code: '44702' }, 'has a new City and Postal Code, but Street is blank'],
    [{ city: '9 Tech Way, Austin, TX 78701, US' }, 'has a new City and Postal Code, but Street is blank'],
  ])('is never mixed with the stored address: %j', (address, message) => {
    expect(() => plan(address)).toThrow(
      `The contact ${message}; fill in Street, City and Postal Code together.`,
    );
  });

  it.each([{}, { street: '1 Main St' }, { street: '9 Elm St', city: 'Canton', postal_code: '44702' }])(
    'needs no warning in %j',
    (address) => {
      expect(plan(address).notes).toEqual([]);
    },
  );

  it.each([
    [{ city: 'COLUMBUS' }, {}],
    [{ postal_code: '43215.0' }, {}],
    [{ postal_code: '432151234' }, { postal_code: '43215-1234' }],
    [{ postal_code: '2134' }, { city: 'Boston', state: 'MA', postal_code: '02134' }],
  ])('is no move, and keeps the state, if it is only written differently: %j', (typed, before) => {
    const home = { street: '1 Main St', city: 'Columbus', state: 'OH', postal_code: '43215', ...before };
    const { state: _, ...parts } = home;
    const requested = { person: {}, address: { ...parts, ...typed } };
    const { changes, problems, notes } = planChanges(
      { ...stored, address: { ...home, country: null } },
      requested,
    );
    expect({ ...home, ...changes.address }.state).toBe(home.state);
    expect({ problems, notes }).toEqual({ problems: [], notes: [] });
  });

  it.each([
    [{ city: 'Burwood', postal_code: '2134', country: 'Australia' }, '2134'],
    [{ city: 'Zürich', postal_code: '2134', country: 'CH' }, '2134'],
  ])('in another country gets no ZIP code of the stored state: %j', (typed, postal_code) => {
    const address = { street: '1 Main St', city: 'Boston', state: 'MA', postal_code: '02134', country: null };
    const requested = { person: {}, address: { street: '9 Road', ...typed } };
    expect(planChanges({ ...stored, address }, requested).changes.address).toMatchObject({
      state: '',
      postal_code,
    });
  });

  it('in a city of the same words with other accents is another one', () => {
    const address = {
      street: '1 Main St',
      city: 'Munster',
      state: 'SC',
      postal_code: '29633',
      country: null,
    };
    const requested = { person: {}, address: { city: 'Münster', postal_code: '48143' } };
    expect(() => planChanges({ ...stored, address }, requested)).toThrow(/has a new City and Postal Code/);
  });

  it('abroad that becomes one in the United States leaves the country, although the digits are the same', () => {
    const address = {
      street: '9 Burwood Rd',
      city: 'Burwood',
      state: 'NSW',
      postal_code: '2134',
      country: 'Australia',
    };
    const typed = { street: '1 A St', city: 'Burwood', state: 'MA', postal_code: '02134-9999' };
    expect(planChanges({ ...stored, address }, { person: {}, address: typed }).changes.address).toMatchObject(
      {
        country: '',
      },
    );
  });

  it.each(['2138', '02138', '02138-1234', '021381234'])(
    'that is a ZIP code of the state leaves the country: %s',
    (postal_code) => {
      const address = { street: 'Weg 1', city: 'Bonn', state: '', postal_code: '53111', country: 'Germany' };
      const requested = {
        person: {},
        address: { street: '1 A St', city: 'Cambridge', state: 'MA', postal_code },
      };
      expect(planChanges({ ...stored, address }, requested)).toMatchObject({
        changes: { address: { city: 'Cambridge', country: '' } },
        problems: [],
      });
    },
  );

  it('needs no warning if nothing was stored', () => {
    const blank = { contact_id: 'c-1', name: 'Ann', address: null };
    expect(planChanges(blank, { person: {}, address: { street: '9 Elm St' } }).notes).toEqual([]);
  });
});

it('Clear Fields offers optional fields under their labels, and says what clearing them does', () => {
  expect(clearFieldsField.choices).toMatchObject({
    company: 'Company or Organization',
    country: 'Country (reset to United States)',
    greeting: 'Greeting (regenerate from the name)',
  });
});

it('A move to another address keeps only the country of the old one', () => {
  const all = (text: string) => Object.fromEntries(addressKeys.map((key) => [key, text]));
  const stored = { contact_id: 'c-1', name: 'Ann Lee', address: { ...all('50667'), country: 'Germany' } };
  const address = { street: 'Hauptstraße 5', city: 'Bonn', postal_code: '53113' };
  expect(planChanges(stored, { person: {}, address }).changes).toEqual({
    address: { ...all(''), ...address, country: 'Germany' },
  });
});

describe('A move abroad', () => {
  const german = { street: 'Domplatz 1', city: 'Köln', state: '', postal_code: '50667', country: 'Germany' };

  it('needs no postal code, and the stored one does not stay', () => {
    const address = { street: 'Sheikh Zayed Road 5', city: 'Dubai', country: 'AE' };
    expect(
      findChanges(
        { ...stored, address: { ...stored.address, ...german, country: null } },
        { person: {}, address },
      ),
    ).toEqual({
      address: { ...address, state: '', postal_code: '', country: 'United Arab Emirates' },
    });
  });

  it('within a country asks for the postal code', () => {
    const address = { street: 'Hauptstraße 5', city: 'Bonn', country: 'Germany' };
    const contact = Object.assign({}, stored, { address: german });
    expect(() => planChanges(contact, { person: {}, address })).toThrow('but Postal Code is blank');
  });
});

it('A country alone is saved with a note, because the rest of the address stays', () => {
  const { changes, notes } = planChanges(stored, { person: {}, address: { country: 'Germany' } });
  expect(changes.address).toMatchObject({ city: 'Akron', country: 'Germany' });
  expect(notes).toEqual([expect.stringContaining('The country was changed, and the contact keeps the rest')]);
});

it('A state that does not fit the ZIP code of a contact is only noted', () => {
  const { notes, problems } = planChanges(stored, { person: {}, address: { state: 'NY' } });
  expect({ notes, problems }).toEqual({
    notes: ['44301 is a ZIP code of OH, not of NY. Check the address.'],
    problems: [],
  });
});
