/** Finds rows whose name and address may belong to two people. */
import { normalizeText } from '../matching/text_match.ts';
import type { PartColumn } from './column.ts';
import { type Cells, type Found, type FoundFields, joinFound, type Names } from './compose_person.ts';
import { chosenPreference } from './headings.ts';

/**
 * Returns the columns of the name and the address if they may belong to two people.
 * @param beside the names in columns of the address
 * @param buyer the names of people without an address of their own
 */
export function findMixedPeople(
  { name, street }: FoundFields,
  person: Cells,
  beside: Names | undefined,
  buyer: Names,
): readonly PartColumn[] {
  if (!name) return [];
  const other = findOtherName(name, person, street, beside, buyer);
  if (other) return [...name.from, ...other.from];
  // The user may say in Columns that columns of another person are the address, or a part of the name.
  const strangers = [...name.from, ...(street?.from ?? [])].filter(
    ({ heading }) => heading.owner === 'stranger',
  );
  const isChosen = name.from.every(({ heading }) => heading.preference === chosenPreference);
  return strangers.length > 0 && !isChosen ? [...name.from, ...strangers] : [];
}

/**
 * Returns another name in the row that may be the one of the address: a name beside the address, the name of its owner, a name in parts
 * or a buyer's name. A name for the envelope, or in a column that the user chose, is not questioned.
 */
function findOtherName(
  name: Found,
  person: Cells,
  street: Found | undefined,
  beside: Names | undefined,
  buyer: Names,
): Found | undefined {
  const { part, preference } = name.column.heading;
  if (part === 'envelope name' || preference === chosenPreference) return undefined;
  const owner = street?.column.heading.owner;
  const ofOwner = [...person.all('name'), ...person.all('other name')].find(
    ({ column }) => owner && column.heading.owner === owner,
  );
  const [first, last] = [person.pick('first'), person.pick('last')];
  const inParts = part === 'name' && first && last ? joinFound([first, last], ' ') : undefined;
  // A buyer's name matters only beside the name of the other person's address.
  const isBeside = beside?.name === name || beside?.other === name;
  return [beside?.name ?? beside?.other, ofOwner, inParts, isBeside ? buyer.name : undefined].find(
    (one) => one && isOtherName(one.text, name.text),
  );
}

/** Returns true if the names share no word of two or more letters. */
function isOtherName(one: string, other: string): boolean {
  const words = normalizeText(other).split(' ');
  return !normalizeText(one)
    .split(' ')
    .some((word) => word.length > 1 && words.includes(word));
}
