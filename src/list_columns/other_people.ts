/** Finds rows whose name and address may belong to two people. */
import { normalizeText } from '../matching/text_match.ts';
import type { PartColumn } from './column.ts';
import type { Cells, Found, FoundFields, Names } from './compose_person.ts';
import { chosenPreference } from './headings.ts';

/** Returns a name beside the address, or of the address's owner, or in parts, that is another one. A name for the envelope is sure. */
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
  const isBeside = beside?.own === name || beside?.other === name;
  return [beside?.own ?? beside?.other, ofOwner, inParts, isBeside ? buyer.own : undefined].find(
    (one) => one && isOtherName(one.text, name.text),
  );
}

/** Returns the columns of a name, or of a name and a street, if the user says of only some that they are about this person. */
export function findMixed({ name, street }: FoundFields): readonly PartColumn[] {
  const [ofName = [], ofStreet = []] = [name?.from, street?.from];
  const isNotChosen = ofName.some(({ heading }) => heading.preference !== chosenPreference);
  const others = [...ofName, ...ofStreet].filter(({ heading }) => heading.isSomeoneElse);
  return isNotChosen && others.length > 0 ? [...ofName, ...others] : [];
}

/** Returns true if the names have no word in common but initials. */
function isOtherName(one: string, other: string): boolean {
  const words = normalizeText(other).split(' ');
  return !normalizeText(one)
    .split(' ')
    .some((word) => word.length > 1 && words.includes(word));
}
