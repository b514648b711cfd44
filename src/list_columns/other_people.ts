/** Finds rows whose name and address may belong to two people. */
import { normalizeText } from '../matching/text_match.ts';
import type { PartColumn } from './column.ts';
import type { Cells, Found, FoundFields, Names } from './compose_person.ts';
import { chosenPreference } from './headings.ts';

/**
 * Returns another name in the row that may be the one of the address: a name beside the address, the name of its owner, a name in parts
 * or a buyer's name. A name for the envelope, or in a column that the user chose, is not questioned.
 */
export function findOtherName(
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
  const inParts =
    part === 'name' && first && last
      ? { ...first, text: `${first.text} ${last.text}`, from: [...first.from, ...last.from] }
      : undefined;
  // A buyer's name matters only beside the name of the other person's address.
  const isBeside = beside?.name === name || beside?.other === name;
  return [beside?.name ?? beside?.other, ofOwner, inParts, isBeside ? buyer.name : undefined].find(
    (one) => one && isOtherName(one.text, name.text),
  );
}

/** Returns the columns of the name and the street if the user chose a column of another person for only a part of them. */
export function findMixedAnswer({ name, street }: FoundFields): readonly PartColumn[] {
  const [ofName = [], ofStreet = []] = [name?.from, street?.from];
  const isNotChosen = ofName.some(({ heading }) => heading.preference !== chosenPreference);
  const others = [...ofName, ...ofStreet].filter(({ heading }) => heading.namesSomeoneElse);
  return isNotChosen && others.length > 0 ? [...ofName, ...others] : [];
}

/** Returns true if the names share no word of two or more letters. */
function isOtherName(one: string, other: string): boolean {
  const words = normalizeText(other).split(' ');
  return !normalizeText(one)
    .split(' ')
    .some((word) => word.length > 1 && words.includes(word));
}
