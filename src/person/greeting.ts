/** Looks at the names from which the letter service makes greetings, such as the "Ann" of "Dear Ann,". docs/api.md#contacts */
import { toText } from '../text/values.ts';
import { printedName } from './contact.ts';

/** English titles. The letter service leaves out the first name after one of them. */
const titles = new Set('mr mrs ms miss mx dr prof professor rev reverend fr father sister pastor'.split(' '));
/** Titles that the letter service may take for a first name. */
const otherTitles = new Set(
  [
    'rabbi hon judge sir dame lady lord sgt sergeant lt lieutenant capt captain maj col colonel general cpl pvt cmdr',
    'herr herrn frau hr dipl monsieur madame mme mlle señor señora sra srta signor signora sig dott dhr mevr mevrouw',
  ].flatMap((words) => words.split(' ')),
);
const family =
  /\b(?:family|household|familie|famille|familia|famiglia|família)\b|^fam\b|^the \p{Lu}[\p{L}'’-]*s$/iu;
/** Matches two people. Words for "and" that last names have, too, such as "Ortega y Gasset", count only after the first word. */
const twoPeople =
  /\S\s*[&+]\s*\S|\p{L}{2}\s?\/\s?\p{L}{2}|\S\s(?:and|und|u\.)\s\S|^\S+\s(?:et|en|og|och)\s\S|^eheleute\b/iu;
/** Matches two people joined by a small letter. A capital is an initial, as in "Robert E Lee". */
const joinedByLetter = /^\S+\s[yei]\s\S/u;
const deceasedWords = /\bestate of\b|\bverstorben/i;

const namesTwo = (name: string): boolean => twoPeople.test(name) || joinedByLetter.test(name);

/** Returns true if the name is that of several people: a couple or a family. */
export const isOfSeveral = (name: string): boolean => family.test(name) || namesTwo(name);

type Greeted = { readonly [Key in 'name' | 'company' | 'greeting']?: unknown };

/** Returns the name from which the letter service makes the greeting, or undefined if the greeting is filled in. */
export const greetingSource = (person: Greeted): string | undefined =>
  toText(person.greeting).trim() ? undefined : printedName(person);

/** Returns why a greeting that is made from the person's name may be wrong, or undefined if it seems right. */
export function findGreetingRisk(person: Greeted): string | undefined {
  const text = greetingSource(person) === undefined ? '' : toText(person.name).trim();
  const [deceased] = deceasedWords.exec(text) ?? [];
  if (deceased !== undefined) return `says "${deceased}"`;
  if (family.test(text)) return 'names a family';
  if (namesTwo(text)) return 'names two people';
  const [first = '', word = ''] = /^(\p{L}+)(?![\p{L}'’-])\.?/u.exec(text) ?? [];
  const isRisky = otherTitles.has(word.toLowerCase()) || (titles.has(word.toLowerCase()) && first === text);
  return isRisky ? `begins with the title "${first}"` : undefined;
}
