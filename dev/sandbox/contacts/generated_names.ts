/** Generates `file_as` and `greeting` from a contact's name. */

const organization =
  /\b(?:church|chapel|cathedral|parish|mission|ministr(?:y|ies)|school|college|university|foundation|society|association|committee|hospital|library|inc|llc|ltd|corp|co|company|gmbh|e\.?v|s\.?a|gemeinde|kirche|verein|iglesia|église|fundación)\b|^the\s|\d/iu;
const title = /^(?:mr|mrs|ms|miss|dr|prof|rev|pastor|fr|sr)\.?$/i;
const suffix = /^(?:jr|sr|ii|iii|iv|phd|md)\.?$/i;

interface PersonName {
  titles: string[];
  first: string[];
  last: string;
  suffixes: string[];
}

/** Returns the parts of a person's name, or `undefined` for an organization or a single word. */
function personName(name: string): PersonName | undefined {
  const words = name.trim().split(/\s+/);
  if (organization.test(name)) return undefined;
  const titles: string[] = [];
  const suffixes: string[] = [];
  while (title.test(words[0] ?? '')) titles.push(words.shift() ?? '');
  while (suffix.test(words.at(-1) ?? '')) suffixes.unshift(words.pop() ?? '');
  const last = words.pop()?.replace(/,$/, '');
  if (!last || (words.length === 0 && titles.length === 0)) return undefined;
  return { titles, first: words, last, suffixes };
}

/** `LastName, FirstName` for a person, the plain name for an organization. */
export function generateFileAs(name: string): string {
  const person = personName(name);
  if (!person) return name.trim();
  const rest = [...person.titles, ...person.first, ...person.suffixes].join(' ');
  return `${person.last}, ${rest}`;
}

/** The text after "Dear": the first name, the title and last name, or an organization's name. */
export function generateGreeting(name: string): string {
  const person = personName(name);
  if (!person) return name.trim();
  if (person.titles.length > 0) return [...person.titles, person.last].join(' ');
  const together = person.first.some((word) => /^(?:and|&|und|y|et)$/i.test(word));
  return together ? person.first.join(' ') : (person.first[0] ?? person.last);
}
