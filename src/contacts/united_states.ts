/** The states, territories and military mail of the United States, and their ZIP codes. docs/api.md#address */
import type { Address } from './fields.ts';

/** The states and territories: abbreviation, name and first three digits of the ZIP codes. */
const declarations = `
  AL Alabama 350-369; AK Alaska 995-999; AZ Arizona 850-865; AR Arkansas 716-729 755; CA California 900-961;
  CO Colorado 800-816; CT Connecticut 060-069; DE Delaware 197-199; DC District of Columbia 200-205 569;
  FL Florida 320-339 341-349; GA Georgia 300-319 398-399; HI Hawaii 967-968; ID Idaho 832-838; IL Illinois 600-629;
  IN Indiana 460-479; IA Iowa 500-528; KS Kansas 660-679; KY Kentucky 400-427; LA Louisiana 700-714; ME Maine 039-049;
  MD Maryland 206-219; MA Massachusetts 010-027 055; MI Michigan 480-499; MN Minnesota 550-567; MS Mississippi 386-397;
  MO Missouri 630-658; MT Montana 590-599; NE Nebraska 680-693; NV Nevada 889-898; NH New Hampshire 030-038;
  NJ New Jersey 070-089; NM New Mexico 870-884; NY New York 005 063 100-149; NC North Carolina 270-289;
  ND North Dakota 580-588; OH Ohio 430-459; OK Oklahoma 730-749; OR Oregon 970-979; PA Pennsylvania 150-196;
  RI Rhode Island 028-029; SC South Carolina 290-299; SD South Dakota 570-577; TN Tennessee 370-385;
  TX Texas 733 750-799 885; UT Utah 840-847; VT Vermont 050-059; VA Virginia 201 220-246; WA Washington 980-994;
  WV West Virginia 247-268; WI Wisconsin 530-549; WY Wyoming 820-831 834;
  PR Puerto Rico 006-007 009; VI Virgin Islands/Virgin Islands US/US Virgin Islands 008; GU Guam 969;
  AS American Samoa 967; MP Northern Mariana Islands 969; AA Armed Forces Americas 340; AE Armed Forces Europe 090-098;
  AP Armed Forces Pacific 962-966`;

/** The territories and the military mail regions. */
const territories = ['PR', 'VI', 'GU', 'AS', 'MP', 'AA', 'AE', 'AP'];
export const isTerritory = (state: string): boolean => territories.includes(state);

/** The states by the letters of their abbreviations and names, with the first three digits of the bounds of each ZIP code range. */
const states = new Map(
  declarations.split(';').flatMap((entry) => {
    const [, abbreviation = '', names = '', zips = ''] =
      /^\s*(\w\w) ([A-Za-z /]+) (\d[\d -]*)$/.exec(entry) ?? [];
    const ranges = zips.split(' ').map((range) => [range.slice(0, 3), range.slice(-3)] as const);
    return [abbreviation, ...names.split('/')].map(
      (name) => [lettersOf(name), { abbreviation, ranges }] as const,
    );
  }),
);

function lettersOf(text: string): string {
  return text.toUpperCase().replace(/[^A-Z]/g, '');
}

/** Returns the abbreviation of a state or territory, from its abbreviation or name. */
export const findState = (typed = ''): string | undefined => states.get(lettersOf(typed))?.abbreviation;

/** Returns true if the ZIP code belongs to the state. */
export function isZipInState(zip: string, state: string): boolean {
  const start = zip.slice(0, 3);
  return states.get(state)?.ranges.some(([from, to]) => start >= from && start <= to) ?? false;
}

/** Matches five digits, or fewer without leading zeros, with optional ZIP+4 digits and the ".0" of a spreadsheet's number. */
const zipPattern = /^(?:(\d{5})(\d{4})|(\d{3,5})(?:[\s‐-―−－-]+(\d{4}))?[\s‐-―−－-]*(?:\.0+)?)$/;

/** Returns the ZIP code with the leading zeros that spreadsheets drop, or undefined if it is not a ZIP code. */
export function repairZip({ postal_code = '', state, city }: Address): string | undefined {
  const typed = postal_code.trim().replace(/^zip(?:\s*code)?[\s:]*(?=\d)/i, '');
  const [, five, four, digits = five, extension = four] = zipPattern.exec(typed) ?? [];
  if (digits === undefined) return undefined;
  const zeros = '0'.repeat(5 - digits.length);
  const zip = zeros + digits;
  const allBeginWithZeros = states
    .get(lettersOf(state ?? ''))
    ?.ranges.every(([from]) => from.startsWith(zeros));
  const mayLackZeros = allBeginWithZeros || (zeros === '0' && isMilitary(city));
  // 00501 is the lowest ZIP code.
  if (zip < '00501' || (zeros && !mayLackZeros)) return undefined;
  return extension === undefined ? zip : `${zip}-${extension}`;
}

/** Returns true for a military post office, such as "APO", which an address has instead of a city. */
const isMilitary = (city = ''): boolean => /^\s*(?:[AFD]\.?P\.?O\.?)(?:\s+A[AEP])?\s*$/i.test(city);

/** Reads the state and the ZIP code as if the address were American. "Trento, TN 38122" is in Italy but looks like Tennessee. */
export function readAmericanParts(address: Address) {
  const state = findState(address.state);
  const zip = repairZip(address);
  return { state, zip, isZipInState: zip !== undefined && isZipInState(zip, state ?? '') };
}

/**
 * Returns the abbreviation of the territory or military region, by the state, city or country and the ZIP code. Undefined if the
 * address is elsewhere. Letters to these regions have no country on the envelope.
 */
export function findTerritory({ state, country, ...address }: Address): string | undefined {
  const inFields = [state, country].map(findState).filter((found) => found !== undefined);
  const possible = isMilitary(address.city) ? [...inFields, 'AE', 'AP', 'AA'] : inFields;
  return possible.filter(isTerritory).find((found) => {
    const zip = repairZip({ ...address, state: state || found });
    return zip !== undefined && isZipInState(zip, found);
  });
}
