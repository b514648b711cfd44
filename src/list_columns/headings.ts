/**
 * Understands the headings of a list of people by their words: the person ("Donor", "Spouse"), the kind of address ("Home", "Billing"),
 * the part ("Street", "City") and the line. The order of words, case and punctuation do not matter, so "Donor Addr1", "City - Home" and
 * "billing_address_1" need no separate entries. A heading that has a word of an address or a name but is not understood as a whole is
 * unclear, and is never taken for something else.
 */

import { normalizeText } from '../text/text_match.ts';
import {
  findMeaning,
  type Kind,
  kinds,
  longestSpelling,
  type NeededPart,
  type Part,
  personWords,
  type Word,
  wordsBySpelling,
} from './heading_words.ts';
import { type MailPermission, readMailPermission } from './mail_permission.ts';

/** The heading of a person column. */
export interface PartHeading {
  means: 'part';
  part: Part;
  /** The kind of address that the column belongs to, such as "home"; empty if the heading does not say. */
  kind: Kind | '';
  /** The number of the address among those of its kind, such as 2 in "Home City 2"; 0 if the heading does not say. */
  number: number;
  /** The line of a street, counted from 1. */
  line: number;
  /** Of several columns for one part, the column with the lowest preference is used. */
  preference: number;
  /** The word for the person, such as "recipient" in "Recipient Street" and "stranger" in "Spouse Street"; empty if there is none. */
  owner: Word | '';
  /** True if the heading is not in English, so that a blank country may be any country. */
  isForeign: boolean;
}

/** The preference of columns that the user explains in Columns. */
export const chosenPreference = -1;

export type Heading =
  | PartHeading
  /** The heading has words of a name or an address, but is not understood or is about another person. The column may hold these parts. */
  | { means: 'unclear' | 'someone else'; parts: readonly (NeededPart | 'line')[] }
  /** The column says who gets letters, or holds the letter service's ID of a contact. */
  | { means: MailPermission | 'contact_id' }
  /** The heading has no known meaning, or the user ignores the column. */
  | { means: 'unknown' | 'ignored' }
  /** The column is not a person field. It may fill in a placeholder that the user or the file names. */
  | { means: 'other'; placeholder?: string };

/** Maximum characters of a heading to interpret. Longer headings are questions of a form, or come from broken files. */
const maxHeadingLength = 150;

export function parseHeading(heading: string): Heading {
  if (heading.length > maxHeadingLength) return { means: 'other' };
  if (heading.trim() === 'contact_id') return { means: 'contact_id' };
  const found = interpret(heading);
  if (!['unclear', 'other', 'unknown'].includes(found.means)) return found;
  // "State (2 letters, e.g. OH)" has an explanation in parentheses.
  const inner = interpret(heading.replace(/\([^()]*\)/g, ' '));
  return inner.means === 'part' ? inner : found;
}

/** Returns the kind of address that a cell names, such as "* Home" under the heading "Address 1 - Label". */
export const readKind = (text: string): Kind | '' =>
  text.length > maxHeadingLength ? '' : findKind(rewriteWords(readTokens(splitText(text))));

/** Returns the kind of address if the text names nothing else, such as "Business" in a cell that says which address to use. */
export function readOnlyKind(text: string): Kind | '' {
  if (text.length > 30 || /\d/.test(text)) return '';
  const tokens = readTokens(splitText(text));
  const isOther = ({ word }: Token): boolean => !isKind(word) && word !== 'address' && word !== 'filler';
  return tokens.some(isOther) ? '' : findKind(rewriteWords(tokens));
}

/** A word or a number of a heading. Unknown words have no meaning. */
interface Token {
  text: string;
  word?: Word;
  isForeign?: boolean;
  number?: number;
}

const wordsOf = (tokens: readonly Token[]): Word[] => tokens.flatMap(({ word }) => word ?? []);
const hasAny = (words: readonly Word[], wanted: readonly Word[]): boolean =>
  wanted.some((word) => words.includes(word));

/** Replacements before a heading is split into words: the number of a question, signs, fixed phrases and numbers. */
const replacements: readonly [RegExp, string][] = [
  [/^\s*\d+[.):]\s*(?=\D)/, ''],
  [/\bc\/o\b/g, 'careof'],
  [/\bm\.\s?i\./g, 'mi'],
  [/\bc\.\s?p\./g, 'cp'],
  [/#/g, 'nr'],
  [/^\W*(?:number|no|nr)\W+of\b/, 'count'],
  [/\byour reference\b/g, 'external id'],
  [/\bprimary line\b/g, 'address 1'],
  [/\baddress block\b/g, 'full address'],
  // Stripe, PayPal and Square.
  [/\bbilling details\b/g, 'billing'],
  [/\badmin area 2\b/g, 'city'],
  [/\badmin(?:istrative)? (?:area|district)(?: level)? 1\b/g, 'state'],
  [/\b1\s?[&+]\s?2\b|\/\s?(?:other|district\/neighborhood)\b/g, ''],
  [/\badditional addresses\b/g, 'other address'],
  // "addresses.2.is_primary" says which address to use.
  [/(\baddress(?:es)?\W\d{1,2}\W)(?:is )?(?:primary|preferred|default)$/, '$1 type'],
  [/^\s*name\W{1,3}(?:business|work)\s*$/, 'company'],
  [/\bfirst(?=\W{1,3}line)|(?<=\bline\W{1,3})first\b|\b(?:one|1st|primer|primero|paterno)\b/g, '1'],
  [/\bsecond(?=\W{1,3}line)|(?<=\bline\W{1,3})second\b|\b(?:two|2nd|segundo|materno)\b/g, '2'],
  // Apostrophes and dots separate words here.
  [/['’.]/g, ''],
];

function splitText(heading: string): string[] {
  const spaced = heading.replace(/_+|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ').toLowerCase();
  const text = replacements.reduce((changed, [from, to]) => changed.replace(from, ` ${to} `), spaced);
  return normalizeText(text).match(/\p{L}+|\p{N}+/gu) ?? [];
}

const readTokens = (texts: readonly string[]): Token[] =>
  joinWords(texts).flatMap((text) =>
    /^\p{N}+$/u.test(text) ? [{ text, number: Number(text) }] : splitWord(text),
  );

/** Joins "Post Code", "P.O. Box" and "ZIP+4", which are one word each. */
function joinWords(texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  const isOneWord = (text: string): boolean => text.length > 2 && wordsBySpelling.has(text);
  const count = [3, 2].find((some) => isOneWord(texts.slice(0, some).join(''))) ?? 1;
  return [texts.slice(0, count).join(''), ...joinWords(texts.slice(count))];
}

/**
 * Splits "mailcity" into known words. Returns the whole word if a part of it is unknown: "ethnicity" has no city.
 * @param most the maximum number of words. The limit keeps the search fast, because many beginnings lead to the same end.
 */
function splitWord(text: string, most = 5): Token[] {
  const whole = wordsBySpelling.get(text);
  if (whole || most === 1) return [{ text, ...whole }];
  for (let length = Math.min(text.length - 2, longestSpelling); length >= 3; length -= 1) {
    const start = text.slice(0, length);
    const found = wordsBySpelling.get(start);
    const rest = found ? splitWord(text.slice(length), most - 1) : [];
    const isEnd = rest.length === 1 && ['id', 'number'].includes(rest[0]?.word ?? '');
    if (found && rest.every(({ text, word }) => word && (text.length >= 3 || isEnd)))
      return [{ text: start, ...found }, ...rest];
  }
  return [{ text }];
}

/** Words of a name or an address, and the part that a column with such a word may hold. */
const hints: readonly { need?: NeededPart | 'line'; words: readonly Word[] }[] = [
  { need: 'name', words: ['name', 'first', 'last', 'envelope'] },
  { need: 'street', words: ['street', 'address', 'line', 'house', 'unit', 'box', 'careOf', 'attention'] },
  { need: 'city', words: ['city', 'suburb', 'municipality', 'csz', 'cty'] },
  { need: 'postal_code', words: ['zip', 'zip4', 'postal', 'pc', 'code'] },
  { need: 'line', words: ['place'] },
  { words: ['state', 'country', 'locality', 'room', 'supplement'] },
];

/** Words of an address, next to which another word may change its meaning. */
const addressWords: readonly Word[] = [
  ...hints.flatMap(({ need, words }) => (need === 'name' ? [] : words)),
  ...(['st', 'extra', 'supplement', 'county', 'region'] as const),
];

/** Words that change their meaning next to, without, or before certain other words. */
const rewrites: readonly {
  of: readonly Word[];
  to: Word;
  beside?: readonly Word[];
  without?: readonly Word[];
  before?: readonly Word[];
}[] = [
  // "Company Street" is a street at work, and "Address Company" is the company of an address.
  { of: ['company', 'account'], to: 'work', before: addressWords },
  { of: ['household', 'family'], to: 'owner', beside: [...addressWords, 'envelope', 'mailing'] },
  { of: ['postal'], to: 'mailing', beside: [...addressWords, 'greeting'], without: ['zip', 'zip4', 'code'] },
  { of: ['st'], to: 'state', beside: ['state', 'code'] },
  {
    of: ['preferred'],
    to: 'nick',
    beside: ['name', 'first', 'last'],
    without: [...addressWords, 'prefix', 'mailing', 'household', 'family'],
  },
  { of: ['preferred'], to: 'mailing' },
  { of: ['mailing'], to: 'envelope', beside: ['name', 'first', 'last', 'label'], without: addressWords },
];

const rewriteWords = (tokens: readonly Token[]): Token[] =>
  tokens.map((token, index) => {
    const later = wordsOf(tokens.slice(index + 1));
    const others = [...wordsOf(tokens.slice(0, index)), ...later];
    const rule = rewrites.find(
      ({ of, beside, before, without = [] }) =>
        token.word &&
        of.includes(token.word) &&
        (!beside || hasAny(others, beside)) &&
        (!before || hasAny(later, before)) &&
        !hasAny(others, without),
    );
    return rule ? { ...token, word: rule.to } : token;
  });

function interpret(heading: string): Heading {
  const separate = splitText(heading);
  const written = readTokens(separate);
  const words = wordsOf(written);
  const tokens = rewriteWords(written);
  const hinted = tokens.flatMap(({ word }) => hints.find((hint) => word && hint.words.includes(word)) ?? []);
  const parts = hinted.flatMap(({ need }) => need ?? []);
  if (words.includes('stranger')) return { means: 'someone else', parts };
  const mail = readMailPermission(separate.join(' ').replace(/\bmail(?:ed)? ?to\b/g, 'mail'));
  if (mail || /^\s*mail\s*\?/i.test(heading)) return { means: mail ?? 'may mail' };
  // "Is a Company" holds yes or no.
  if (/^(?:is|has|are)$/.test(separate[0] ?? '')) return { means: 'other' };
  const hasId = words.includes('id');
  if (words.includes('other') || (hasId && hasAny(words, addressWords))) return { means: 'other' };
  const found = findPart(tokens);
  const position = found && findPosition(tokens);
  // An ID of an order or a company does not identify the person.
  if (found?.part === 'external_id' && !['', 'home', 'mailing'].includes(position?.kind ?? ''))
    return { means: 'other' };
  if (found && position && (position.line === 1 || linedParts.includes(found.part))) {
    const isForeign = tokens.some((token) => token.isForeign);
    const owner = personWords.find((word) => words.includes(word)) ?? '';
    return { means: 'part', ...found, ...position, owner, isForeign };
  }
  if (hinted.length > 0) return { means: 'unclear', parts };
  return { means: hasId ? 'other' : 'unknown' };
}

/** Matches headings that only say who the person is. Their columns hold the name: "Donor" is the donor's name. */
const ownerHeadings =
  /^(?:primary )?(?:donor|contributor|constituent|supporter|customer|client|contact(?: person)?|recipient|patron|subscriber|guest|resident|kunde|klant)s?$/;

/** Returns which part the words name, or undefined if some of them are unknown. */
function findPart(tokens: readonly Token[]): ReturnType<typeof findMeaning> {
  if (tokens.some(({ word, number }) => word === undefined && number === undefined)) return undefined;
  if (ownerHeadings.test(tokens.map(({ text }) => text).join(' ')))
    return { part: 'other name', preference: 4 };
  const isQualifier = (word: Word): boolean => word === 'filler' || isKind(word);
  const words = wordsOf(tokens).filter((word) => !isQualifier(word));
  // "Contact Last" is a name; "Last Contact" and "Last Line" are not.
  const isEvent = ['first', 'last'].includes(words[0] ?? '') && !words.includes('name');
  if (isEvent && hasAny(words, ['line', ...personWords])) return undefined;
  const found = findMeaning(new Set(words));
  const isSorted = words.includes('last') && hasAny(words.slice(words.indexOf('last')), ['first', 'given']);
  return found?.part === 'name' && isSorted ? { part: 'sort name', preference: 0 } : found;
}

/** Returns which address and which line the heading is about, or undefined if its numbers are not understood. */
function findPosition(tokens: readonly Token[]): Pick<PartHeading, 'kind' | 'number' | 'line'> | undefined {
  const position = { kind: findKind(tokens), number: 0, line: 1 };
  const words = wordsOf(tokens);
  for (const [index, { number }] of tokens.entries()) {
    if (number === undefined) continue;
    if (number < 1 || number > 9) return undefined;
    const [before, after] = [tokens[index - 1]?.word, tokens[index + 1]?.word];
    const isLast = tokens.slice(index + 1).every(({ word }) => word === 'filler' || isKind(word));
    const isLine =
      before === 'line' ||
      (after === 'line' && tokens[index + 2]?.number === undefined) ||
      (index === 0 && words.includes('line'));
    // "Apellido 2" and "segundo apellido" are second last names.
    const isLastName = [before, after].includes('last') && tokens.some(({ isForeign }) => isForeign);
    if (isLine || isLastName || (isLast && before && linedWords.includes(before))) position.line = number;
    else if (hasAny(words, addressWords)) position.number = number;
    else if (number > 1) return undefined;
  }
  return position;
}

const isKind = (word: Word | undefined): boolean => kinds.some((kind) => kind === word);

/** Returns the kind of address that the words name: the last one, because an alternate home is not the home. */
const findKind = (tokens: readonly Token[]): Kind | '' =>
  kinds.findLast((kind) => kind !== '' && wordsOf(tokens).includes(kind)) ?? '';

/** Words after which a number at the end counts lines. After other words, as in "City 2", it counts addresses. */
const linedWords: readonly Word[] = ['street', 'address', 'unit', 'extra', 'supplement', 'careOf'];
const linedParts: readonly Part[] = ['street', 'further line', 'unit', 'care of', 'last'];
