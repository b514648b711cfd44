/**
 * Understands the headings of a list of people by their words: whose ("Donor", "Spouse"), which address ("Home", "Billing"),
 * which part ("Street", "City") and which line. Order, case and punctuation do not matter, so "Donor Addr1", "City - Home" and
 * "billing_address_1" need no entry of their own. A heading with a word of an address or a name that is not understood as a
 * whole is unclear, and never taken for something else.
 */
import { isSimilar, normalizeHeading } from '../matching/text_match.ts';
import { contactFields } from './fields.ts';
import {
  findMeaning,
  findWord,
  isWord,
  type Kind,
  kinds,
  type Meaning,
  type Part,
  plain,
  setOf,
  type Word,
} from './heading_words.ts';

/** Without these, a letter cannot arrive. */
export type NeededPart = 'name' | 'street' | 'city' | 'postal_code';

/** A column that holds a part of a person. */
export interface PartHeading {
  means: 'part';
  part: Part;
  /** The kind of address that the column belongs to, such as "home"; empty if the heading does not say. */
  kind: Kind | '';
  /** The number of the address, of several of one kind; 0 if the heading has none. */
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
  | { means: 'do not mail' | 'may mail' | 'deceased' }
  /** The letter service's own ID of a contact. */
  | { means: 'contact_id' }
  /** It belongs to someone else, or is no part of a person. */
  | { means: 'someone else' | 'other' }
  /** The user says so. */
  | { means: 'ignored' };

/** The labels and keys of the contact's own fields, which need no interpretation. */
const ownHeadings = new Map<string, Part>(
  contactFields.flatMap(({ key, label }) => {
    const part = key === 'file_as' ? 'sort name' : key;
    return [key, label].map((heading) => [normalizeHeading(heading), part] as const);
  }),
);

export function parseHeading(heading: string): Heading {
  const own = ownHeadings.get(normalizeHeading(heading));
  if (own) {
    return { means: 'part', part: own, kind: '', number: 0, line: 1, preference: -0.5, isForeign: false };
  }
  if (heading.trim() === 'contact_id') return { means: 'contact_id' };
  const found = interpret(readWords(heading));
  if (found.means !== 'unclear' && found.means !== 'other') return found;
  // "State (2 letters, e.g. OH)" and "3. Street address" have words around the heading.
  const inner = interpret(readWords(heading.replace(/\(.*?\)/g, ' ').replace(/^\s*\d+[.):]/, ' ')));
  return inner.means === 'part' ? inner : found;
}

/** Returns the kind of address that a text names, such as "* Home" in a column "Address 1 - Label". */
export const readKind = (text: string): Kind | '' => findKind(readWords(text));

/** A word or a number of a heading. Unknown words have no meaning. */
interface Token {
  text: string;
  word?: Word;
  isForeign?: boolean;
  number?: number;
}

/** Words that mean something only together or with their punctuation. */
const phrases: readonly [RegExp, string][] = [
  [/^\s*\d+[.):]\s*(?=\D)/, ''],
  [/\bc\/o\b|\b(?:in )?care of\b/g, 'careof'],
  [/\bp\.?\s?o\.?\s?box(?:es)?\b|\bpost office box\b|\bpob\b/g, 'pobox'],
  [/\be[\s-]mails?\b/g, 'email'],
  [/\bzip\s?(?:code)?\s?(?:\+|plus)?\s?(?:4|four)\b|(?:\+|\bplus)\s?4\b/g, 'zipext'],
  [/\bzip\s?5\b/g, 'zip'],
  [/\b5[\s-]digits?\b/g, ''],
  [/\bpost\s?nr\b/g, 'postnr'],
  [/\bpostnr\W+by\b/g, 'postnr city'],
  [/\bprimary line\b/g, 'address 1'],
  [/\bsecondary line\b/g, 'address 2'],
  [/\bowner id\b/g, 'agent'],
  [/\s[+&]\s/g, 'and'],
  [/\b(?:post|pin|zip) codes?\b/g, 'zip'],
  [/\b(bill|ship|mail)(?:ed)?[\s-]?to\b/g, '$1'],
  [/\bm\.\s?i\./g, 'mi'],
  [/\bf\.? name\b/g, 'first'],
  [/\bl\.? name\b/g, 'last'],
  [/\bfile as\b/g, 'fileas'],
  [/\bgoes by\b/g, 'goesby'],
  [/\bsur name\b/g, 'surname'],
  [/\bpost town\b/g, 'posttown'],
  [/\bknown as\b/g, 'nick'],
  [/\badditional addresses\b/g, 'other address'],
  [/\bplus one\b/g, 'spouse'],
  [/\b(?:account|contact|lead|record|deal|person|client|customer)s?[\s-]+owner\b/g, 'agent'],
  [/\b(?:contact|reference) (?:number|no)\b|\barea code\b|\bline of business\b/g, 'phone'],
  [/^\W*(?:number|no\.?) of\b|\btime zone\b|\b(?:user|maiden) name\b/g, 'phone'],
  [/\bdonot|\bdont\b/g, 'do not '],
  [/\bnomail/g, 'no mail'],
  [/(\d)(?:st|nd|rd|th)\b/g, '$1'],
  [/#/g, ' number '],
];

const numberWords = [
  ['one', 'primer', 'primero', 'paterno'],
  ['two', 'segundo', 'materno'],
  ['three'],
  ['four'],
  ['five'],
];
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

function readWords(heading: string): Token[] {
  const text = phrases.reduce(
    (changed, [pattern, replacement]) => changed.replace(pattern, ` ${replacement} `),
    plain(
      heading
        .replace(/_+/g, ' ')
        .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
        .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2'),
    ),
  );
  const texts = text.match(/\p{L}+|\p{N}+/gu) ?? [];
  const hasLine = texts.some((one) => findWord.get(one)?.word === 'line');
  return texts.flatMap((one): Token[] => {
    const ordinal = hasLine ? ordinals.indexOf(one) : -1;
    const count = numberWords.findIndex((same) => same.includes(one)) + 1 || ordinal + 1;
    if (count > 0) return [{ text: one, number: count }];
    return /^\p{N}/u.test(one) ? [{ text: one, number: Number(one) }] : splitWord(one);
  });
}

/** Splits "mailcity" into known words, unless the rest of it is unknown: "ethnicity" has no city. */
function splitWord(text: string): Token[] {
  const whole = findWord.get(text);
  if (whole) return [{ text, ...whole }];
  for (let length = text.length - 2; length >= 3; length -= 1) {
    const start = text.slice(0, length);
    const found = findWord.get(start);
    if (!found) continue;
    const rest = splitWord(text.slice(length));
    const isEnd = rest.length === 1 && ['id', 'number'].includes(rest[0]?.word ?? '');
    if (rest.every(({ text, word }) => word && (text.length >= 3 || isEnd)))
      return [{ text: start, ...found }, ...rest];
  }
  return [{ text }];
}

/** Which words belong to an address or a name, and the needed part that a column with such a word may hold. */
const telling: Partial<Record<Word, NeededPart | 'other'>> = {
  street: 'street',
  address: 'street',
  line: 'street',
  house: 'street',
  unit: 'street',
  box: 'street',
  careOf: 'street',
  city: 'city',
  suburb: 'city',
  zip: 'postal_code',
  zip4: 'postal_code',
  postal: 'postal_code',
  csz: 'city',
  cty: 'city',
  pc: 'postal_code',
  name: 'name',
  first: 'name',
  last: 'name',
  envelope: 'name',
  state: 'other',
  country: 'other',
};

/** Returns the needed part whose word is misspelled: "Stret", "Zipp". */
function findMisspelled(text: string): NeededPart | undefined {
  const meant = {
    street: 'street',
    address: 'street',
    city: 'city',
    zip: 'postal_code',
    postal: 'postal_code',
  } as const;
  const found = Object.entries(meant).find(([word]) => word[0] === text[0] && isSimilar(word, text));
  return found?.[1];
}

const addressWords = new Set<Word>(
  'street st address line house unit place extra box careOf city suburb state region zip zip4 postal country csz'
    .split(' ')
    .filter(isWord),
);
const isAddressWord = ({ word }: Token): boolean => word !== undefined && addressWords.has(word);

/** Owners that are a name where they stand alone: a column "Donor" holds the donor's name. */
const ownersByName =
  /^(?:primary )?(?:donor|contributor|constituent|supporter|customer|client|contact|recipient|patron|subscriber|guest|resident|kunde|klant)s?$/;

function interpret(written: readonly Token[]): Heading {
  const text = written.map((token) => token.text).join(' ');
  const hasWritten = (word: Word): boolean => written.some((token) => token.word === word);
  const mail = readMailPermission(text);
  if (hasWritten('stranger') || isSecondPerson(written)) return { means: 'someone else' };
  if (mail) return { means: mail };
  if (hasWritten('other')) return { means: 'other' };
  const tokens = resolveWords(written);
  const found = findPart(tokens, text);
  const position = found && findPosition(tokens);
  const isIdOfOther =
    found?.part === 'external_id' && !['', 'home', 'mailing'].includes(position?.kind ?? '');
  if (isIdOfOther) return { means: 'other' };
  // "Address Line 1" says more than "Address Lines" does.
  if (found && position && tokens.some(({ number }) => number === position.line)) found.preference -= 0.5;
  if (found && position && (position.line === 1 || linedParts.includes(found.part))) {
    return { means: 'part', ...found, ...position, isForeign: tokens.some(({ isForeign }) => isForeign) };
  }
  const parts = tokens.flatMap(
    ({ text: written, word }) => (word ? telling[word] : findMisspelled(written)) ?? [],
  );
  // "Bill to 3" is a line of an address, but not which one.
  if (/^(?:bill|ship|mail) \d$/.test(text)) parts.push('street');
  const isIdOfAddress = hasWritten('id') && tokens.some(isAddressWord);
  return parts.length === 0 || isIdOfAddress
    ? { means: 'other' }
    : { means: 'unclear', parts: parts.filter((part) => part !== 'other') };
}

/** Whether the heading is about a second person, as "Contact2 First Name" is. */
const isSecondPerson = (tokens: readonly Token[]): boolean =>
  tokens.some(({ word }, index) => word === 'owner' && (tokens[index + 1]?.number ?? 1) > 1);

function readMailPermission(text: string): 'do not mail' | 'may mail' | 'deceased' | undefined {
  if (deceasedPattern.test(text)) return 'deceased';
  if (/\breason\b|\bemail/.test(text)) return undefined;
  if (notMailPattern.test(text)) return 'do not mail';
  return mayMailPattern.test(text) ? 'may mail' : undefined;
}

const deceasedPattern =
  /\b(?:deceased|dead|date of death|death date|verstorben|decede|fallecid[oa]|falecid[oa]|deceduto|overleden)\b/;
const mailPattern =
  '(?:(?:allow|send|receive|use|postal|bulk|physical|paper|us|direct|regular|any) )*mail(?:s|ing|ings)?\\b(?! (?:list|code|address|city|state|zip|street|name|date))';
const notMailPattern = new RegExp(
  `\\b(?:do not|no|not|never|stop) ${mailPattern}|\\bdo not contact\\b|\\bmail opt(?:ed)? out\\b|\\bopt(?:ed)? out of ${mailPattern}`,
);
const mayMailPattern = new RegExp(
  `^(?:can|send|receives?|accepts?|wants?|allows?) ${mailPattern}|\\bmail(?:ing)? (?:ok|okay|yn|allowed|subscribed)$|^mailable$`,
);

/** Gives words that mean something else beside others that meaning. */
function resolveWords(tokens: readonly Token[]): Token[] {
  const has = (...words: Word[]): boolean => tokens.some(({ word }) => word && words.includes(word));
  const isAddress = tokens.some(isAddressWord);
  return tokens.map((token, index) => {
    const as = (word: Word): Token => ({ ...token, word });
    switch (token.word) {
      // "Company Street" is an address at work, and "Address Company" is the company of an address.
      case 'company':
      case 'account':
        return tokens.slice(index).some(isAddressWord) ? as('work') : token;
      case 'household':
      case 'family':
        return isAddress || has('envelope', 'mailing') ? as('owner') : token;
      case 'postal': {
        const isCode =
          has('zip', 'zip4', 'code') ||
          !tokens.some((one) => (one !== token && isAddressWord(one)) || one.word === 'greeting');
        return isCode ? token : as('mailing');
      }
      case 'st':
        if (has('state', 'code')) return as('state');
        return has('street', 'address', 'line', 'name', 'number', 'house', 'type', 'unit')
          ? as('street')
          : token;
      case 'mailing':
        if (isAddress || !has('name', 'first', 'last', 'label')) return token;
        if (!token.text.startsWith('pref')) return as('envelope');
        return as(has('prefix') || tokens.some(({ text }) => text === 'mail') ? 'filler' : 'nick');
      case 'box':
        return has('city', 'state', 'zip') ? as('mailing') : token;
      case 'work':
        return tokens.length === 2 && has('name') ? as('company') : token;
      default:
        return token;
    }
  });
}

/** Words that say whose or which, but not what. */
const isQualifier = (word: Word): boolean =>
  word === 'filler' || word === 'owner' || kinds.some((kind) => kind === word);

/** Returns which part the words name, or undefined if some of them are unknown. */
function findPart(tokens: readonly Token[], text: string): Meaning | undefined {
  if (tokens.some(({ word, number }) => word === undefined && number === undefined)) return undefined;
  const words = new Set(tokens.flatMap(({ word }) => (word && !isQualifier(word) ? [word] : [])));
  if (words.size === 0) return ownersByName.test(text) ? { part: 'other name', preference: 4 } : undefined;
  const only = (...allowed: Word[]): boolean => [...words].every((word) => allowed.includes(word));
  const isStreet = words.has('street') || words.has('address');
  if (
    words.has('and') &&
    isStreet &&
    only('and', 'street', 'address', 'number', 'house', 'unit', 'box', 'line', 'name')
  ) {
    return { part: 'street', preference: 0 };
  }
  words.delete('and');
  const indexOf = (...any: Word[]): number => tokens.findIndex(({ word }) => word && any.includes(word));
  const first = indexOf('first', 'given');
  const other = indexOf('last', ...(tokens[first]?.isForeign ? (['name'] as const) : []));
  if (first >= 0 && other >= 0 && only('first', 'given', 'last', 'name', 'full', 'middle', 'initial')) {
    return first < other ? { part: 'name', preference: 1 } : { part: 'sort name', preference: 0 };
  }
  const isOwned = tokens.some(({ word }) => word === 'owner');
  if (isOwned && ['id', 'number', 'code', 'id number'].includes(setOf(words))) {
    return { part: 'external_id', preference: /\bcontact\b/.test(text) ? 3 : 1 };
  }
  if (setOf(words) === 'code' && findKind(tokens)) return { part: 'postal_code', preference: 2 };
  if (setOf(words) === 'name' && /\b(?:contact|recipient)\b/.test(text))
    return { part: 'other name', preference: 0 };
  // In "Address 1 - City" and "Full Name - First", the first words say only that it is an address or a name.
  const containers = words.has('id')
    ? [[]]
    : [[], ['address'], ['address', 'street'], ['address', 'line'], ['full'], ['full', 'name']];
  for (const container of containers) {
    const found = findMeaning.get(setOf([...words].filter((word) => !container.includes(word))));
    if (found) return { ...found };
  }
  return undefined;
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
