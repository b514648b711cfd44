import { describe, expect, it } from '@jest/globals';
import { describePerson } from '../../src/person/envelope.ts';
import { checkEnvelope } from '../../src/person/envelope_check.ts';
import { contactFields, printedKeys } from '../../src/person/fields.ts';

const ann = { name: 'Ann Lee', street: '12 Elm St', city: 'Columbus', state: 'OH', postal_code: '43215' };

describe('An envelope', () => {
  it.each([
    ['is complete', {}, []],
    ['needs no postal code if it has a city', { postal_code: '' }, []],
    ['needs no city if it has a postal code', { city: '' }, []],
    ['may have a company instead of a name', { name: '', company: 'Hope Inc' }, []],
    ['needs a name or a company', { name: ' ' }, ['has no name and no company']],
    ['needs a street', { street: ' ' }, ['has no street']],
    [
      'of a company needs a street, unless it has both a city and a postal code',
      { company: 'Telekom', street: '', postal_code: '' },
      ['has no street'],
    ],
    ['may have a village as its street', { street: 'Redleiten', country: 'Austria' }, []],
    [
      'may have only a number as its street abroad',
      { street: '12', country: 'Austria', postal_code: '4873' },
      [],
    ],
    ['may go to a block in Japan', { street: '1-7-1', country: 'Japan', postal_code: '108-0075' }, []],
    ['may go to General Delivery', { street: 'General Delivery' }, []],
    ['may go to a P.O. box', { street: 'P.O. Box 5' }, []],
    [
      'has no number alone as its street',
      { street: '12' },
      ['has the Street "12", which has no street name'],
    ],
    ['has no letter alone as its street', { street: 'x' }, ['has the Street "x", which has no street name']],
    [
      'has no email address as its street',
      { street: 'ann@example.org' },
      ['has the Street "ann@example.org", which is an email or web address'],
    ],
    [
      'has no web address as its street',
      { street: 'www.example.org' },
      ['has the Street "www.example.org", which is an email or web address'],
    ],
    [
      'has no postal code at the end of its street',
      { street: '12 Elm St 43215' },
      ['has the Street "12 Elm St 43215", which ends with the postal code'],
    ],
    ['may have the postal code at the beginning of its street', { street: '43215 County Road' }, []],
    [
      'may have a short postal code at the end of its street',
      { street: 'Laugavegur 101', postal_code: '101', country: 'Iceland' },
      [],
    ],
    [
      'has no postal code in its name',
      { name: 'Ann Lee 43215' },
      ['has the Name "Ann Lee 43215", which contains the postal code'],
    ],
    [
      'has no email address as its name',
      { name: 'ann@example.org' },
      ['has the Name "ann@example.org", which is an email address'],
    ],
    [
      'has no email address as its company',
      { company: 'ann@example.org' },
      ['has the Company or Organization "ann@example.org", which is an email address'],
    ],
    [
      'has no email address as its city',
      { city: 'ann@example.org' },
      ['has the City "ann@example.org", which is an email or web address'],
    ],
    ['has no number as its city', { city: '5551212' }, ['has the City "5551212", which has no letters']],
    [
      'does not go to someone who has died',
      { name: 'Ann Lee (deceased)' },
      ['has the Name "Ann Lee (deceased)", which says that the person has died'],
    ],
    ['does not go to someone with a cross', { name: 'Ann Lee †' }, [expect.stringContaining('has died')]],
    ...[
      'undefined undefined',
      'null null',
      '[object Object]',
      '{{first_name}}',
      'Ann undefined',
      'Ann null',
    ].map(
      (name) =>
        [
          'prints nothing that a step did not fill in',
          { name },
          [expect.stringContaining('did not fill in')],
        ] as const,
    ),
    [
      'prints no street that a step did not fill in as a whole',
      { street: '12 Elm St undefined' },
      [expect.stringContaining('did not fill in')],
    ],
    [
      'has no names of several people',
      { name: 'Ann Lee,Bo Chen', street: '1 A St,2 B St', city: 'Erie,Akron', postal_code: '' },
      [expect.stringContaining('has the Name "Ann Lee,Bo Chen", which may be several people')],
    ],
    [
      'has no names of several people between semicolons',
      { name: 'Ann Lee; Tom Ray', street: 'Hauptstr. 1; Nebenweg 2', city: 'Köln; Bonn', postal_code: '' },
      [expect.stringContaining('has the Name "Ann Lee; Tom Ray", which may be several people')],
    ],
    [
      'has no names of several people between slashes',
      { name: 'Ann Lee / Tom Ray', street: '1 High St / 2 Low St', city: 'Leeds / York', postal_code: '' },
      [expect.stringContaining('has the Name "Ann Lee / Tom Ray", which may be several people')],
    ],
    [
      'has no phone number in its street',
      { street: '12 Elm St\n(814) 555-0134' },
      ['has the Street "12 Elm St\n(814) 555-0134", which has a phone number as a line'],
    ],
    [
      'has no second address in its street',
      { street: '12 Elm St; 5 Oak Ave' },
      [expect.stringContaining('has the Street "12 Elm St; 5 Oak Ave", which may be two addresses')],
    ],
    [
      'has no line of another address',
      { street: '12 Elm St\n5 Oak Ave, Reno, NV 89501' },
      [expect.stringContaining('which may be two addresses')],
    ],
    [
      'has its street and its city in their fields',
      { street: 'Boise', city: '12 Elm St' },
      ['has the City "12 Elm St", which looks like a street'],
    ],
    [
      'has no second street on another line',
      { street: '12 Elm St\n400 Birch Rd' },
      [expect.stringContaining('which may be two addresses')],
    ],
    [
      'has its name and its street in their fields',
      { name: '12 Elm St', street: 'Ann Lee' },
      ['has the Name "12 Elm St", which looks like a street'],
    ],
    [
      'does not go to someone who gets no mail',
      { name: 'Ann Lee (do not mail)' },
      [expect.stringContaining('gets no mail')],
    ],
    ['has one city', { city: 'Tempe\nPhoenix' }, ['has the City "Tempe\nPhoenix", which has several lines']],
    ['has no number as its country', { country: '83702' }, ['has the Country "83702", which is a number']],
    ['does not go to the deceased', { name: 'Ann Lee deceased' }, [expect.stringContaining('has died')]],
    ['may go to 29 Palms', { street: '12 Elm St', city: '29 Palms' }, []],
    ['may go to a doctor', { name: 'Ann Lee, MD', street: '1 A St, 2nd Wing', city: 'Erie, Lake' }, []],
    ['may have a unit', { name: 'Lee, Ann', street: '1 A St, Apt 2', city: 'Erie, Lake' }, []],
    ['may have a state after the city', { name: 'Lee, Ann', street: '1 A St, 2 B', city: 'Erie, PA' }, []],
    [
      'may have a street without a number',
      { name: 'Lee, Ann', street: 'Hill House, 2 B', city: 'Erie, Lake' },
      [],
    ],
    ['may go to Ann Null', { name: 'Ann Null' }, []],
    ['may go to Blink-182', { name: 'Blink-182' }, []],
  ])('%s: %j', (_rule, changes, problems) => {
    expect(checkEnvelope({ ...ann, ...changes }).problems).toEqual(problems);
  });

  it.each(['Self', 'self-employed', 'Retired'])('names %j as a company that may be none', (company) => {
    expect(checkEnvelope({ ...ann, company })).toMatchObject({
      problems: [],
      notes: [`The Company or Organization "${company}" may not be a company; it is printed as typed.`],
    });
  });

  it('prints the company Self & Co Bakery without a note', () => {
    expect(checkEnvelope({ ...ann, company: 'Self & Co Bakery' }).notes).toEqual([]);
  });

  it('of a large company without a street is only noted', () => {
    const { problems, notes } = checkEnvelope({
      company: 'Deutsche Telekom',
      city: 'Bonn',
      postal_code: '53171',
    });
    expect(problems).toEqual([]);
    expect(notes).toEqual(['"Deutsche Telekom" has no street. Check that its mail arrives without one.']);
  });

  it.each([
    [{ street: 'ann@example.org' }, true],
    [{ street: '12 Elm St 43215' }, true],
    [{ name: 'Ann Lee 43215' }, true],
    [{ street: '12' }, false],
    [{ name: 'ann@example.org' }, false],
    [{ street: '' }, false],
  ])('with %j is misread: %s', (changes, isMisread) => {
    expect(checkEnvelope({ ...ann, ...changes }).isMisread).toBe(isMisread);
  });

  it('is shown with everything that is printed on it', () => {
    // The greeting is printed in the letter.
    const fields = contactFields.filter(
      ({ key }) => printedKeys.some((one) => one === key) && key !== 'greeting',
    );
    const values = Object.fromEntries(fields.map(({ key }) => [key, `THE ${key.toUpperCase()}`]));
    const shown = describePerson({ ...values, address: values });
    for (const value of Object.values(values)) expect(shown).toContain(value);
  });
});
