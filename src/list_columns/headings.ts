/**
 * Understands a heading: a part of a name or an address, and on either side of it whose it is, which address, a number and words
 * without a meaning, such as "Address 1 - City" and "City - Home". Nothing may be left over.
 */
import { normalizeText } from '../text/text_match.ts';
import {
  isAddressPart,
  type Kind,
  kinds,
  type Owner,
  type Part,
  qualifiers,
  type Spelling,
  spellings,
} from './table.ts';

/** The heading of a column that holds a part of a name or an address, or says who gets no letter. */
export interface PartHeading {
  means: 'part';
  part: Part;
  /** The kind of address that the column belongs to; empty if the heading does not say. */
  kind: Kind;
  /** The number of the address among those of its kind, or of the person; 0 if the heading does not say. */
  number: number;
  /** The line of a street, counted from 1. */
  line: number;
  /** Of several columns for one part, the column with the lowest preference is used. */
  preference: number;
  owner: Owner | '';
  isForeign: boolean;
  /** True if the user says in Columns what the column is. */
  isChosen?: boolean;
}

export type Heading =
  | PartHeading
  /** The heading names a part of another person or a former address. */
  | { means: 'someone else'; part: Part }
  /** The column holds the letter service's ID of a contact, or the user ignores it, or the table does not have its heading. */
  | { means: 'contact_id' | 'ignored' | 'unknown' }
  /** The user or the file says that it is a merge field, and may name its placeholder. */
  | { means: 'other'; placeholder?: string };

/** Maximum characters of a heading to interpret. Longer headings are questions of a form, or come from broken files. */
const maxHeadingLength = 150;
const maxTokens = 14;

const unknown: Heading = { means: 'unknown' };

export function parseHeading(heading: string): Heading {
  if (heading.length > maxHeadingLength) return unknown;
  if (heading.trim() === 'contact_id') return { means: 'contact_id' };
  const found = interpret(heading);
  // "State (2 letters, e.g. OH)" has an explanation in parentheses.
  return found ?? interpret(heading.replace(/\([^()]*\)/g, ' ')) ?? unknown;
}

/** A word, a number, or what separates two parts, as in "City / State". */
interface Token {
  text: string;
  number?: number;
  isSeparator?: boolean;
}

const numberWords = new Map(
  Object.entries({ one: 1, two: 2, three: 3, primer: 1, primero: 1, segundo: 2, paterno: 1, materno: 2 }),
);

function readTokens(heading: string): Token[] {
  const spaced = heading
    .replace(/_+|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .toLowerCase()
    // The number of a question.
    .replace(/^\s*\d+[.):]\s*(?=\D)/, '')
    .replace(/e-mail/g, 'email')
    .replaceAll('#', ' nr ')
    .replace(/[&]|\+(?!\s?\d)/g, ' and ')
    .replace(/\+|\.(?=\p{L}{2}|\d)/gu, ' ')
    .replace(/\bfirst(?= line)|\b1st\b/g, ' 1 ')
    .replace(/\bsecond(?= line)|\b2nd\b/g, ' 2 ')
    .replace(/\b3rd\b/g, ' 3 ');
  return spaced
    .split(/([/,]|(?<=\s)(?:and|or|und|et|y|e|o|oder)(?=\s))/u)
    .flatMap((piece, index): Token[] => {
      if (index % 2 === 1) return [{ text: piece.length > 1 ? 'and' : '', isSeparator: true }];
      const words = normalizeText(piece.replace(/['’.]/g, '')).match(/\p{L}+|\p{N}+/gu) ?? [];
      return words.map((text) => {
        const number = /^\p{N}+$/u.test(text) ? Number(text) : numberWords.get(text);
        return number === undefined ? { text } : { text, number };
      });
    });
}

const textOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join('');

const allSpellings = [...spellings.keys(), ...qualifiers.keys()].join(' ');

/** Returns true if a spelling in the tables has the word. Most headings have another word, and need no more work. */
const isKnown = ({ text, number, isSeparator }: Token): boolean =>
  isSeparator || number !== undefined || allSpellings.includes(text);

interface Match {
  start: number;
  end: number;
  spelling: Spelling;
}

function interpret(heading: string): Heading | undefined {
  const tokens = readTokens(heading);
  if (tokens.length > maxTokens || !tokens.every(isKnown)) return undefined;
  const texts = tokens.map(({ text }) => text);
  const unnumbered = tokens.map(({ text, number }) => (number === undefined ? text : ''));
  // Longer spellings come first. Of equal ones, the last word says what the column is: "Company Address" and "Address Company".
  for (let length = tokens.length; length > 0; length -= 1)
    for (let start = tokens.length - length; start >= 0; start -= 1) {
      const end = start + length;
      const inner = unnumbered.slice(start + 1, end - 1).join('');
      const spelling =
        spellings.get(texts.slice(start, end).join('')) ??
        spellings.get(`${texts[start]}${inner}${length > 1 ? texts[end - 1] : ''}`) ??
        (length > 2 ? readPieces(tokens.slice(start, end)) : undefined);
      const isSeparated = tokens[start]?.isSeparator || tokens[end - 1]?.isSeparator;
      const read = spelling && !isSeparated && readAround(tokens, { start, end, spelling });
      if (read) return read;
    }
  return undefined;
}

/** Returns the part that several words name together, as in "Zip/Postal Code" and "City, State". */
function readPieces(tokens: readonly Token[]): Spelling | undefined {
  if (!tokens[1]?.isSeparator && !tokens[2]?.isSeparator && !tokens[3]?.isSeparator) return undefined;
  const pieces: Token[][] = [[]];
  for (const token of tokens) token.isSeparator ? pieces.push([]) : pieces.at(-1)?.push(token);
  const found = pieces.map((piece) => spellings.get(textOf(piece)));
  const [first] = found;
  if (found.length < 2 || !first || found.some((one) => !one || one.isWeak)) return undefined;
  const parts = found.flatMap((one) => one?.part ?? []);
  const all = (...some: Part[]): boolean => parts.every((part) => some.includes(part));
  if (all(first.part)) return first;
  if (all('state', 'county')) return { ...first, part: 'state' };
  if (all('country', 'county', 'state') && first.part === 'country') return first;
  if (all('street', 'unit', 'house number', 'street name')) return { ...first, part: 'street' };
  if (all('company', 'account name', 'last') && first.part !== 'account name') return first;
  if (all('city', 'state', 'county', 'postal_code', 'country') && parts.includes('city'))
    return { ...first, part: 'city line' };
  if (all('state', 'postal_code')) return { ...first, part: 'city line' };
  return undefined;
}

/** Spellings that are English words, too. They count only if another heading is in their language. */
export const isAmbiguous = (heading: string): boolean =>
  /^\W*(?:by|via|cap|cp|uf|bp|bei|land|gate|str|cim|maa|mi|nom)\W*$/i.test(heading);

/** Reads the words before and after a part. Undefined if one of them has no meaning there. */
function readAround(tokens: readonly Token[], { start, end, spelling }: Match): Heading | undefined {
  const { part, preference, isForeign, isWeak } = spelling;
  const around = [readQualifiers(tokens.slice(0, start)), readQualifiers(tokens.slice(end))] as const;
  const [before, after] = around;
  if (!before || !after) return undefined;
  if (before.numbers.length + after.numbers.length > 2 || before.numbers.length > 1) return undefined;
  const found = [...before.found, ...after.found];
  const owners = found.flatMap(({ owner }) => owner ?? []);
  const allKinds = found.flatMap(({ kind }) => kind ?? []);
  const kind = kinds.findLast((one) => allKinds.includes(one)) ?? '';
  if (owners.includes('stranger')) return { means: 'someone else', part };
  const owner = owners.find((one) => one !== 'household') ?? owners[0] ?? '';
  if (part === 'none') return { means: 'other' };
  const isOwned = before.found.some((one) => one.owner);
  if (isWeak && (part === 'id number' ? !isOwned : kind === '')) return undefined;
  const isReference = part === 'external_id' || part === 'id number';
  const isOfPerson = owner !== 'household' && ['', 'home', 'mailing'].includes(kind);
  if (isReference && (!isOfPerson || found.some((one) => !one.owner && !one.kind))) return undefined;
  const isLined = linedParts.includes(part);
  const [first = tokens.slice(start + 1, end - 1).find((one) => one.number !== undefined)?.number] =
    before.numbers;
  const [last] = after.numbers;
  if (textOf(tokens.slice(start, end)) === 'line' && tokens.length === 1) return undefined;
  if (part === 'last' && (last ?? 1) > 2) return undefined;
  const isLineFirst = isLined && first !== undefined && tokens[0]?.number !== undefined;
  const line = isLined ? (isLineFirst ? first : (last ?? 1)) : 1;
  const number = isLined ? (isLineFirst ? 0 : (first ?? 0)) : (first ?? after.numbers[0] ?? 0);
  // A name of the second person in a row, such as "Contact2 First Name".
  if (!isAddressPart(part) && number > 1) return { means: 'someone else', part };
  const base = { means: 'part', kind, number, line, owner, isForeign } as const;
  if (part === 'id number') return { ...base, part: 'external_id', preference: 3 + preference };
  // An ID of the person is preferred to any other.
  const ofPerson = part === 'external_id' && owner !== '' && owner !== 'contact' ? 3 : preference * 2;
  return { ...base, part, preference: part === 'external_id' ? ofPerson : preference };
}

/** The parts after which a number counts lines. After other parts, as in "City 2", it counts addresses. */
const linedParts: readonly Part[] = ['street', 'further line', 'unit', 'care of', 'last', 'envelope name'];

/** Reads words that say whose a column is and which address. Undefined if one of them does neither. */
function readQualifiers(tokens: readonly Token[]) {
  const found = [];
  const numbers: number[] = [];
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index];
    const length = [3, 2, 1].find((some) => qualifiers.has(textOf(tokens.slice(index, index + some))));
    if (token?.number !== undefined) {
      if (token.number < 1 || token.number > 9) return undefined;
      numbers.push(token.number);
    } else if (length !== undefined && !token?.isSeparator) {
      found.push(qualifiers.get(textOf(tokens.slice(index, index + length))) ?? {});
      index += length - 1;
    } else if (!token?.isSeparator) return undefined;
    index += 1;
  }
  return { found, numbers };
}

/** Returns the kind of address that a cell names and nothing else, such as "* Home" under "Address 1 - Label". */
export function readKind(text: string): Kind {
  if (text.length > 30 || /\d/.test(text)) return '';
  const read = readQualifiers(readTokens(text));
  return read?.found.findLast(({ kind }) => kind)?.kind ?? '';
}
