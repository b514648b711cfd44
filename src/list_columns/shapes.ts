/** Recognizes what a cell holds by the look of its text. */
import type { Part } from './table.ts';

/** The shape of a value. An email address, a web address, a date, a phone number or an amount is not postal. */
export type Shape = 'street' | 'words' | 'number' | 'code' | 'yes or no' | 'not postal' | 'other';

const englishFlag = /^(?:y|n|x|yes|no|true|false|0|1)$/i;
const flag =
  /^(?:t|f|checked|unchecked|ja|nein|wahr|falsch|nee|nej|nei|jah|oui|non|vrai|faux|vero|falso|verdadero|verdadeiro|waar|onwaar|prawda|fałsz|✓|✔|✗|✘|s[ií]|não|nao|sim|tak|nie|ano|ne|da|nu|igen|nem|kyllä|ei|evet|hayır|ναι|όχι|да|нет|так|ні|はい|いいえ|是|否|예|아니요)$/i;
/** Matches a date, but not "1-7-1", which is a block in Japan. */
const date =
  /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}\b|\d{1,2}[-./]\d{1,2}[-./]\d{4}\b|\d{1,2}\/\d{1,2}\/\d{2}$|\p{L}{3,9}\.? \d{1,2},? \d{4}$)/u;
const emailOrWeb = /\S@\S|^(?:https?:|www\.)/i;
const phone = /^\+?(?:[\s().-]*\d){9,}$/;
const amount = /^[-+]?\s?(?:[$€£¥]\s?\d[\d.,]*|\d[\d.,]*\s?[$€£¥]|\d[\d,]*\.\d\d)$/;

export function shapeOf(value: string): Shape {
  if (/^(?:y|n|x|yes|no|true|false)$/i.test(value) || flag.test(value)) return 'yes or no';
  if (value.length > 1_000) return 'not postal';
  if ([date, emailOrWeb, phone, amount].some((pattern) => pattern.test(value))) return 'not postal';
  if (/^(?:\d{1,5}(?:\s?[a-z]|[-/ ]\d{1,4})?|[a-z])$/i.test(value)) return 'number';
  const hasWord = /\p{L}{2}/u.test(value);
  if (!/\d/.test(value)) return hasWord ? 'words' : 'other';
  // "5층" is a floor, and "SKU-1" is a code.
  if (/[^\P{L}a-z]/iu.test(value) || (hasWord && /\s/.test(value))) return 'street';
  return /\p{L}/u.test(value) ? 'code' : 'other';
}

export const hasDigit = (text: string): boolean => /\d/.test(text);

/** Returns true for a yes or a no, such as "x" or 0. @param isForeign true if words of other languages count, too */
export const isYesOrNo = (text: string, isForeign = false): boolean =>
  englishFlag.test(text) || (isForeign && flag.test(text));

const lineParts: readonly Part[] = ['company', 'account name', 'further line', 'care of', 'street'];
/** The parts that are a whole name. */
export const wholeNames: readonly Part[] = ['envelope name', 'name', 'other name'];

/**
 * Returns true for a value that is never printed as this part: a flag, an email address or a long text. A first or last name is printed.
 * @param line the line of a street
 */
export function isDropped(part: Part, line: number, text: string, isForeign: boolean): boolean {
  if (text.length > 1_000) return true;
  const isMain = part === 'street' && line === 1;
  const isLine = lineParts.includes(part);
  if (part === 'unit') return /^(?:yes|no|true|false)$/i.test(text) || /\S@[^\s@.]+\.\S/.test(text);
  if (!isLine && !wholeNames.includes(part)) return false;
  // An email address as a street is a mistake of its row.
  if (/\S@[^\s@.]+\.\S/.test(text)) return !isMain;
  return isYesOrNo(text, isForeign && isLine) && !(isMain && /^\d$/.test(text));
}

const directionPattern = /^(?:[ns]?[ew]?|(?:north|south)?(?:east|west)?)\.?$/i;
const streetType =
  /^(?:st|str|street|ave?|avenue|rd|road|dr|drive|ln|lane|ct|court|blvd|boulevard|pl|place|way|cir|circle|ter|terrace|pkwy|hwy|trl|trail|sq|square|loop|row|rue|calle|strasse|straße|via|alley|aly|run|path|pike|cove|cv|pt|point|xing|bend|plz|plaza|walk)\.?$/i;

/** The shapes that the values of small parts have. */
const smallParts: { readonly [Key in Part]?: (text: string) => boolean } = {
  'house number': (text) => hasDigit(text) || /^s\/?n\.?$/i.test(text),
  'PO box': hasDigit,
  'ZIP+4': (text) => /^(?:\d{5}-?)?\d{4}$/.test(text),
  direction: (text) => directionPattern.test(text),
  'street type': (text) => streetType.test(text),
  prefix: (text) => !hasDigit(text),
};

export const hasShapeOf = (part: Part, text: string): boolean => smallParts[part]?.(text) ?? true;

const honorifics = new Set(
  `mr mrs ms miss mx dr prof professor rev reverend fr sr sra br father sister brother pastor elder bishop deacon rabbi hon sir
  madam dame lady lord capt captain col colonel major maj sgt sergeant lt lieutenant gen general herr frau hr fru m mme mlle monsieur
  madame señor señora dott ing dhr mevr pan pani messrs familie fam honorable judge justice senator governor ambassador mayor chief
  canon chaplain imam sheikh the very most right and und et y e en`.split(/\s+/),
);
/** Returns true for "Mr. and Mrs.". A lone "Rev" or "Dr." is a title, too, but not a position such as "Director". */
export const isHonorific = (text: string): boolean =>
  /^\p{L}{1,5}\.$/u.test(text) ||
  text
    .toLowerCase()
    .split(/[\s/,.&()]+/)
    .every((word) => word === '' || honorifics.has(word));
