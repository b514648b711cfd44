import { describe, expect, it } from '@jest/globals';
import { addressLines } from '../../dev/sandbox/orders/preview/addresses.ts';
import { countryForService } from '../../src/person/country.ts';
import { describePerson, formatEnvelope } from '../../src/person/envelope.ts';

describe('An envelope', () => {
  it.each([
    ['Columbus', 'OH', '43215', '', ['Columbus, OH 43215']],
    ['Columbus', '', '43215', '', ['Columbus, 43215']],
    ['', 'OH', '43215', '', ['OH 43215']],
    ['München', 'Bayern', '80331', 'Germany', ['80331 München', 'Bayern', 'GERMANY']],
    ['Toronto', 'ON', 'M5V 2T6', 'Canada', ['Toronto ON M5V 2T6', 'CANADA']],
    ['London', '', 'SW1A 2AA', 'United Kingdom', ['London', 'SW1A 2AA', 'UNITED KINGDOM']],
    ['São Paulo', 'SP', '01310-100', 'Brazil', ['São Paulo - SP', '01310-100', 'BRAZIL']],
    ['Mumbai', 'Maharashtra', '400001', 'India', ['Mumbai - 400001', 'Maharashtra', 'INDIA']],
    ['Trento', 'TN', '38122', 'Italy', ['38122 Trento TN', 'ITALY']],
    ['Atlantis', '', '1', 'Nowhere', ['1 Atlantis', 'NOWHERE']],
  ])('to %s %s %s %s ends as the country writes it', (city, state, postal_code, country, lines) => {
    const address = { street: '1 Main St', city, state, postal_code, country };
    expect(formatEnvelope({ name: 'Ann', address }).split('\n')).toEqual(['Ann', '1 Main St', ...lines]);
  });

  it('has the name, the company and each line of the street on separate lines, without blank ones', () => {
    const address = { street: ' 1 Main  St\r\n\nApt 4\rRear', city: 'Akron', state: null };
    const person = { name: 'Ann Lee ', company: 'Grace Church', address };
    const lines = ['Ann Lee', 'Grace Church', '1 Main St', 'Apt 4', 'Rear', 'Akron'];
    expect(formatEnvelope(person)).toBe(lines.join('\n'));
    expect(describePerson(person)).toBe(lines.join(', '));
    expect(formatEnvelope({ company: 'Grace Church', address: 'unreadable' })).toBe('Grace Church');
  });

  it('is arranged as the sandbox prints it, for every country and whatever part is blank', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const codes = letters.flatMap((one) => letters.map((other) => one + other));
    const countries = new Set(codes.map((code) => countryForService(names.of(code) ?? '').country));
    expect(countries.size).toBeGreaterThan(200);
    for (const country of countries) {
      for (const [city, state, postal_code] of [
        ['City', 'ST', '12345'],
        ['City', '', '12345'],
        ['City', 'ST', ''],
      ]) {
        const address = { street: '1 A St', city, state, postal_code, country };
        const printed = addressLines(address).join('\n').replace(/ +/g, ' ');
        expect(formatEnvelope({ address })).toBe(printed);
      }
    }
  });
});
