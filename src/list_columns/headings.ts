/**
 * Understands the headings of a list of people by their words: whose ("Donor", "Spouse"), which address ("Home", "Billing"),
 * which part ("Street", "City") and which line. Order, case and punctuation do not matter, so "Donor Addr1", "City - Home" and
 * "billing_address_1" need no entry of their own. A heading with a word of an address or a name that is not understood as a
 * whole is unclear, and never taken for something else.
 */

import { contactFields } from '../contacts/fields.ts';
import { isSimilar, normalizeHeading } from '../matching/text_match.ts';
import {
  findMeaning,
  findWord,
  type Kind,
  kinds,
  longestWord,
  type NeededPart,
  type Part,
  plain,
  type Word,
  whose,
} from './heading_words.ts';
import { type MailPermission, readMailPermission } from './mail_permission.ts';

/** A column that holds a part of a person. */
export interface PartHeading {
  means: 'part';
  part: Part;
  /** The kind of address that the column belongs to, such as "home"; empty if the heading does not say. */
  kind: Kind | '';
  /** Which of several addresses of one kind, such as 2 in "Home City 2"; 0 if the heading does not say. */
  number: number;
  /** The line of a street, counted from 1. */
  line: number;
  /** Of several columns for one part, the lowest preference is used. */
  preference: number;
  /** Whether the heading is in another language than English, so that a blank country may be any country. */
  isForeign: boolean;
}

/** What a column holds. */
export type Heading =
  | PartHeading
  /** It has a word of a name or an address, and is not understood. */
  | { means: 'unclear'; parts: readonly NeededPart[] }
  /** Whether the person gets letters. */
  | { means: MailPermission }
  /** The letter service's own ID of a contact. */
  | { means: 'contact_id' }
  /** It belongs to someone else, or is no part of a person. */
  | { means: 'someone else' | 'other' }
  /** It has no word that says what it is about. */
  | { means: 'unknown' }
  /** The user says so. */
  | { means: 'ignored' };

/** The labels and keys of the contact's own fields, which need no interpretation. */
const ownHeadings = new Map<string, Part>(
  contactFields.flatMap(({ key, label }) => {
    const part = key === 'file_as' ? 'sort name' : key;
    return [key, label].map((heading) => [normalizeHeading(heading), part] as const);
  }),
);

/** Maximum characters of a heading that is taken apart. Longer ones are questions of a form, or broken files. */
const maxHeadingLength = 300;

export function parseHeading(heading: string): Heading {
  if (heading.length > maxHeadingLength) return { means: 'other' };
  const own = ownHeadings.get(normalizeHeading(heading));
  if (own) {
    return { means: 'part', part: own, kind: '', number: 0, line: 1, preference: -0.5, isForeign: false };
  }
  if (heading.trim() === 'contact_id') return { means: 'contact_id' };
  const found = interpret(heading);
  if (found.means !== 'unclear' && found.means !== 'other' && found.means !== 'unknown') return found;
  // "State (2 letters, e.g. OH)" has words beside the heading.
  const inner = interpret(heading.replace(/\([^()]*\)/g, ' '));
  return inner.means === 'part' ? inner : found;
}

/** Returns the kind of address that a cell names, such as "* Home" under the heading "Address 1 - Label". */
export const readKind = (text: string): Kind | '' =>
  text.length > maxHeadingLength ? '' : findKind(rewriteWords(readTokens(splitText(text))));

/** A word or a number of a heading. Unknown words have no meaning. */
interface Token {
  text: string;
  word?: Word;
  isForeign?: boolean;
  number?: number;
}

/** What is rewritten before a heading is split into words: the number of a question, signs such as `#`, and fixed phrases. */
const replaced: readonly [RegExp, string][] = [
  [/^\s*\d+[.):]\s*(?=\D)/, ''],
  [/\bc\/o\b/g, 'careof'],
  [/\bm\.\s?i\./g, 'mi'],
  [/#/g, 'nr'],
  [/^\W*(?:number|no|nr)\W+of\b/, 'count'],
  [/\bprimary line\b/g, 'address 1'],
  [/\badditional addresses\b/g, 'other address'],
];

/** Words for the numbers from one. */
const numberWords = [
  'one 1st primer primero paterno',
  'two 2nd segundo materno',
  'three 3rd third',
  'four 4th fourth',
  'five 5th fifth',
].map((words) => words.split(' '));
const readNumber = (text: string): number =>
  /^\p{N}+$/u.test(text) ? Number(text) : numberWords.findIndex((words) => words.includes(text)) + 1;

function splitText(heading: string): string[] {
  const spaced = heading
    .replace(/_+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  const text = replaced.reduce(
    (changed, [pattern, replacement]) => changed.replace(pattern, ` ${replacement} `),
    plain(spaced),
  );
  return text.match(/\p{L}+|\p{N}+/gu) ?? [];
}

function readTokens(separate: readonly string[]): Token[] {
  const texts = joinWords(separate);
  // "First Line" is the first line, and "First Name" the first name.
  const ordinals = texts.some((one) => findWord.get(one)?.word === 'line') ? ['first', 'second'] : [];
  return texts.flatMap((one): Token[] => {
    const number = ordinals.indexOf(one) + 1 || readNumber(one);
    return number > 0 ? [{ text: one, number }] : splitWord(one);
  });
}

/** Joins "Post Code", "P.O. Box" and "ZIP+4", which are one word each. */
function joinWords(texts: readonly string[]): string[] {
  const joined: string[] = [];
  for (let index = 0; index < texts.length; ) {
    const candidates = [3, 2].map((count) => texts.slice(index, index + count));
    const parts = candidates.find((some) => isOneWord(some.join(''))) ?? texts.slice(index, index + 1);
    joined.push(parts.join(''));
    index += parts.length;
  }
  return joined;
}

const isOneWord = (text: string): boolean =>
  text.length > 2 && (findWord.has(text) || numberWords.some((words) => words.includes(text)));

/**
 * Splits "mailcity" into known words, unless the rest of it is unknown: "ethnicity" has no city.
 * @param most the number of words that are looked for, because many beginnings lead to the same end
 */
function splitWord(text: string, most = 5): Token[] {
  const whole = findWord.get(text);
  if (whole || most === 1) return [{ text, ...whole }];
  for (let length = Math.min(text.length - 2, longestWord); length >= 3; length -= 1) {
    const start = text.slice(0, length);
    const found = findWord.get(start);
    const rest = found ? splitWord(text.slice(length), most - 1) : [];
    const isEnd = rest.length === 1 && ['id', 'number'].includes(rest[0]?.word ?? '');
    if (found && rest.every(({ text, word }) => word && (text.length >= 3 || isEnd)))
      return [{ text: start, ...found }, ...rest];
  }
  return [{ text }];
}

/** Words of a name or an address, by the needed part that a column with such a word may hold. */
const telling: readonly { need?: NeededPart; words: readonly Word[] }[] = [
  { need: 'name', words: ['name', 'first', 'last', 'envelope'] },
  { need: 'street', words: ['street', 'address', 'line', 'house', 'unit', 'box', 'careOf'] },
  { need: 'city', words: ['city', 'suburb', 'csz', 'cty'] },
  { need: 'postal_code', words: ['zip', 'zip4', 'postal', 'pc'] },
  { words: ['state', 'country'] },
];

/** Words that are noticed if they are misspelled: "Stret", "Zipp". */
const often: readonly Word[] = ['street', 'address', 'city', 'zip', 'postal'];

const findTelling = ({ text, word }: Token) => {
  const meant = word ?? often.find((one) => one[0] === text[0] && isSimilar(one, text));
  return telling.find(({ words }) => meant && words.includes(meant));
};

/** Words of an address, in which others may mean something else. */
const addressWords: readonly Word[] = [
  ...telling.flatMap(({ need, words }) => (need === 'name' ? [] : words)),
  ...(['st', 'place', 'extra', 'region'] as const),
];
const isAddressWord = ({ word }: Token): boolean => word !== undefined && addressWords.includes(word);

/** Owners that are a name where they stand alone: a column "Donor" holds the donor's name. */
const ownersByName =
  /^(?:primary )?(?:donor|contributor|constituent|supporter|customer|client|contact(?: person)?|recipient|patron|subscriber|guest|resident|kunde|klant)s?$/;

function interpret(heading: string): Heading {
  const separate = splitText(heading);
  const written = readTokens(separate);
  const text = written.map((token) => token.text).join(' ');
  const has = (word: Word): boolean => written.some((token) => token.word === word);
  if (has('stranger') || isSecondPerson(written)) return { means: 'someone else' };
  const mail = readMailPermission(separate.join(' ').replace(/\bmail(?:ed)? ?to\b/g, 'mail'));
  if (mail) return { means: mail };
  if (has('other') || (has('id') && written.some(isAddressWord))) return { means: 'other' };
  const tokens = rewriteWords(written);
  const found = findPart(tokens, text);
  const position = found && findPosition(tokens);
  const isOfPerson = ['', 'home', 'mailing'].includes(position?.kind ?? '');
  if (found?.part === 'external_id' && !isOfPerson) return { means: 'other' };
  if (found && position && (position.line === 1 || linedParts.includes(found.part))) {
    // "Address Line 1" says more than "Address Lines" does.
    const isNumbered = tokens.some(({ number }) => number === position.line);
    const preference = found.preference - (isNumbered ? 0.5 : 0);
    const isForeign = tokens.some((token) => token.isForeign);
    return { means: 'part', part: found.part, preference, ...position, isForeign };
  }
  const told = tokens.flatMap((token) => findTelling(token) ?? []);
  return told.length === 0
    ? { means: has('id') ? 'other' : 'unknown' }
    : { means: 'unclear', parts: told.flatMap(({ need }) => need ?? []) };
}

/** Whether the heading is about a second person, as "Contact2 First Name" is. */
const isSecondPerson = (tokens: readonly Token[]): boolean =>
  tokens.some(({ word }, index) => word && whose.includes(word) && (tokens[index + 1]?.number ?? 1) > 1);

const hasAny = (words: readonly Word[], wanted: readonly Word[]): boolean =>
  wanted.some((word) => words.includes(word));

/** Words that mean something else beside others: the other words of the heading, of which some come later. */
const rewrites: readonly {
  of: readonly Word[];
  to: Word;
  isMeant: (others: readonly Word[], later: readonly Word[]) => boolean;
}[] = [
  {
    // "Company Street" is an address at work, and "Address Company" is the company of an address.
    of: ['company', 'account'],
    to: 'work',
    isMeant: (_, later) => hasAny(later, addressWords),
  },
  {
    of: ['household', 'family'],
    to: 'owner',
    isMeant: (others) => hasAny(others, [...addressWords, 'envelope', 'mailing']),
  },
  {
    of: ['postal'],
    to: 'mailing',
    isMeant: (others) =>
      hasAny(others, [...addressWords, 'greeting']) && !hasAny(others, ['zip', 'zip4', 'code']),
  },
  { of: ['st'], to: 'state', isMeant: (others) => hasAny(others, ['state', 'code']) },
  { of: ['st'], to: 'street', isMeant: (others) => hasAny(others, streetWords) },
  {
    of: ['preferred'],
    to: 'nick',
    isMeant: (others) =>
      hasAny(others, ['name', 'first', 'last']) && !hasAny(others, [...addressWords, 'prefix', 'mailing']),
  },
  { of: ['preferred'], to: 'mailing', isMeant: () => true },
  {
    of: ['mailing'],
    to: 'envelope',
    isMeant: (others) => hasAny(others, ['name', 'first', 'last', 'label']) && !hasAny(others, addressWords),
  },
  { of: ['box'], to: 'mailing', isMeant: (others) => hasAny(others, ['city', 'state', 'zip']) },
  { of: ['work'], to: 'company', isMeant: (others) => others.join() === 'name' },
];
const streetWords: readonly Word[] = ['street', 'address', 'line', 'name', 'number', 'house', 'type', 'unit'];

/** Gives words that mean something else beside others that meaning. */
const rewriteWords = (tokens: readonly Token[]): Token[] =>
  tokens.map((token, index) => {
    const wordsOf = (some: readonly Token[]): Word[] => some.flatMap(({ word }) => word ?? []);
    const later = wordsOf(tokens.slice(index + 1));
    const others = [...wordsOf(tokens.slice(0, index)), ...later];
    const rule = rewrites.find(
      ({ of, isMeant }) => token.word && of.includes(token.word) && isMeant(others, later),
    );
    return rule ? { ...token, word: rule.to } : token;
  });

/** Returns which part the words name, or undefined if some of them are unknown. */
function findPart(tokens: readonly Token[], text: string): ReturnType<typeof findMeaning> {
  if (tokens.some(({ word, number }) => word === undefined && number === undefined)) return undefined;
  if (ownersByName.test(text)) return { part: 'other name', preference: 4 };
  const isQualifier = (word: Word): boolean => word === 'filler' || kinds.some((kind) => kind === word);
  const words = tokens.flatMap(({ word }) => (word && !isQualifier(word) ? [word] : []));
  // "Last Contact" and "Last Line" are not names, and "Contact Last" is.
  const isEvent = ['first', 'last'].includes(words[0] ?? '') && !words.includes('name');
  if (isEvent && words.some((word) => word === 'line' || whose.includes(word))) return undefined;
  // A code of an address is its postal code.
  if (words.join() === 'code' && findKind(tokens)) return { part: 'postal_code', preference: 2 };
  const found = findMeaning(new Set(words));
  const last = words.indexOf('last');
  const isSorted = last >= 0 && words.slice(last).some((word) => word === 'first' || word === 'given');
  return found?.part === 'name' && isSorted ? { part: 'sort name', preference: 0 } : found;
}

/** Returns which address and which line the heading is about, or undefined if its numbers are not understood. */
function findPosition(tokens: readonly Token[]): Pick<PartHeading, 'kind' | 'number' | 'line'> | undefined {
  const position = { kind: findKind(tokens), number: 0, line: 1 };
  for (const [index, { number }] of tokens.entries()) {
    if (number === undefined) continue;
    if (number < 1 || number > 9) return undefined;
    const before = tokens[index - 1]?.word;
    const isLast = tokens.slice(index + 1).every(({ word }) => word === 'filler');
    const isLine =
      before === 'line' ||
      (tokens[index + 1]?.word === 'line' && tokens[index + 2]?.number === undefined) ||
      (index === 0 && tokens.some(({ word }) => word === 'line'));
    // "Apellido 2" and "segundo apellido".
    const isLastName = [before, tokens[index + 1]?.word].includes('last');
    const isSecondLastName = isLastName && tokens.some(({ isForeign }) => isForeign);
    if (isLine || isSecondLastName || (isLast && before && linedWords.includes(before)))
      position.line = number;
    else if (tokens.some(isAddressWord)) position.number = number;
    else if (number > 1) return undefined;
  }
  return position;
}

function findKind(tokens: readonly Token[]): Kind | '' {
  const has = (kind: Kind): boolean => tokens.some(({ word }) => word === kind);
  return has('alternate') ? 'alternate' : (kinds.find((kind) => kind !== '' && has(kind)) ?? '');
}

/** Words after which a number at the end counts lines. After others, such as "City 2", it counts addresses. */
const linedWords: readonly Word[] = ['street', 'address', 'unit', 'place', 'extra', 'careOf'];
const linedParts: readonly Part[] = ['street', 'further line', 'unit', 'care of', 'last', 'place'];
