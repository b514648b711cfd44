/** Recognizes what a cell holds by the look of its text, and whether it fits the part that its heading names. */
import { normalizeText } from '../text/text_match.ts';
import { type Part, type Word, wordsBySpelling } from './heading_words.ts';
import { chosenPreference, type PartHeading } from './headings.ts';

/** The shape of a value. An email address, a web address, a date or an amount is not postal. */
export type Shape = 'street' | 'words' | 'number' | 'code' | 'yes or no' | 'not postal' | 'other';

export const isPostalShape = (shape: Shape): boolean => shape !== 'yes or no' && shape !== 'not postal';

const yesOrNo =
  /^(?:y|n|x|t|f|yes|no|true|false|checked|unchecked|ja|nein|wahr|falsch|nee|nej|nei|jah|oui|non|vrai|faux|vero|falso|verdadero|verdadeiro|waar|onwaar|prawda|fałsz|✓|✔|✗|✘|s[ií]|não|nao|sim|tak|nie|ano|ne|da|nu|igen|nem|kyllä|ei|evet|hayır|ναι|όχι|да|нет|так|ні|はい|いいえ|是|否|예|아니요)$/i;
/** Matches a date, but not "1-7-1", which is a block in Japan. */
const date =
  /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}\b|\d{1,2}[-./]\d{1,2}[-./]\d{4}\b|\d{1,2}\/\d{1,2}\/\d{2}$|\p{L}{3,9}\.? \d{1,2},? \d{4}$)/u;
const emailOrWeb = /\S@\S|^(?:https?:|www\.)/i;
const phone = /^\+?(?:[\s().-]*\d){9,}$/;
const amount = /^[-+]?\s?(?:[$€£¥]\s?\d[\d.,]*|\d[\d.,]*\s?[$€£¥]|\d[\d,]*\.\d\d)$/;

/** Returns true unless the value is a flag, an email address, a date or similar. */
export const isPostal = (value: string): boolean => isPostalShape(shapeOf(value));

export function shapeOf(value: string): Shape {
  if (yesOrNo.test(value)) return 'yes or no';
  if ([date, emailOrWeb, phone, amount].some((pattern) => pattern.test(value))) return 'not postal';
  if (/^(?:\d{1,5}(?:\s?[a-z]|[-/ ]\d{1,4})?|[a-z])$/i.test(value)) return 'number';
  const hasWord = /\p{L}{2}/u.test(value);
  if (!/\d/.test(value)) return hasWord ? 'words' : 'other';
  // "5층" is a floor, and "SKU-1" is a code.
  if (/[^\P{L}a-z]/iu.test(value) || (hasWord && /\s/.test(value))) return 'street';
  return /\p{L}/u.test(value) ? 'code' : 'other';
}

const hasLetter = (text: string): boolean => /\p{L}/u.test(text);
export const hasDigit = (text: string): boolean => /\d/.test(text);

/** Returns true unless the value is a number or a flag. */
export const isNamePart = (text: string): boolean =>
  hasLetter(text) && !/^(?:yes|no|true|false)$/i.test(text);

const honorifics = new Set(
  `mr mrs ms miss mx dr prof professor rev reverend fr sr sra br father sister brother pastor elder bishop deacon rabbi hon sir
  madam dame lady lord capt captain col colonel major maj sgt sergeant lt lieutenant gen general herr frau hr fru m mme mlle monsieur madame señor señora dott ing dhr
  mevr pan pani messrs familie fam hon honorable judge justice senator governor ambassador mayor chief canon chaplain imam sheikh
  brig adm cdr cmdr ltc cpt msgt sfc ssg sgm cw2 cw3 cw4 cw5 usn usa usaf usmc ret aunt uncle the very most right and und et y e en`.split(
    /\s+/,
  ),
);
export const isHonorific = (text: string): boolean =>
  text
    .toLowerCase()
    .split(/[\s/,.&()]+/)
    .every((word) => word === '' || honorifics.has(word));

/**
 * Returns true for text that is neither a name nor an address: "please call", "moved in 2022", "Met at the spring fair".
 * @param isLowerCase true if the row has no capital letters. Then small letters do not make a sentence
 */
export const readsLikeNote = (text: string, isLowerCase = false): boolean =>
  noteWords.test(text) ||
  /\b(?:me|my)\b/.test(text) ||
  (!isLowerCase && isSentence(text) && !text.split(/[^\p{L}]+/u).some(isPlaceWord));
const noteWords = /\b(?:please|pls|do not|don.?t|thanks?|(?:since|in|of|until) (?:19|20)\d\d)\b/i;

/** Returns true if most of at least three words are not capitalized. */
function isSentence(text: string): boolean {
  const words = text.match(/\p{L}+/gu) ?? [];
  const lower = words.filter((word) => /^\p{Ll}{3}/u.test(word));
  return words.length > 2 && lower.length * 2 > words.length;
}

/** Returns true for "4B", "Rear", "st. th." and "Bldg 3 Apt 4", but not for "each" or "call at 5". */
function isUnit(text: string): boolean {
  const words = text.match(/[\p{L}\d]+/gu) ?? [];
  const isKnown = (word: string): boolean => /\d/.test(word) || isPlaceWord(word);
  const isNotFlag = words.length > 1 || /^[^nyx]$/i.test(text);
  return words.every((word) => word.length < 3 || isKnown(word)) && (isNotFlag || words.some(isKnown));
}

/** Returns true for a word in a line of an address, such as "suite", "rear" or "attn". */
function isPlaceWord(word: string): boolean {
  const text = normalizeText(word);
  const { word: meaning } = wordsBySpelling.get(text) ?? {};
  return furtherPlaceWords.has(text) || (meaning !== undefined && places.includes(meaning));
}
const places: readonly Word[] = ['unit', 'room', 'place', 'box', 'number', 'attention', 'careOf', 'street'];
const furtherPlaceWords = new Set(
  `rear front back upper lower left right top main up down first second third ground basement bsmt penthouse lobby office level side
  upstairs downstairs entrance gate wing hall tower house cottage carriage townhouse loft attic studio garage lot spc space trlr
  trailer law east west north south behind near opposite care links rechts mitte hinterhaus vorderhaus bei chez bat residence hameau
  lieu zone quartier esc casa fundos bajo dcha izda barrio urb col lgh sal`.split(/\s+/),
);

/** Returns true for text before or after a name: "Mr. and Mrs.", "Ph.D.", but not "Monthly donor" or "VIP 2026". */
const isTitle = (text: string): boolean =>
  isHonorific(text) ||
  (shapeOf(text) !== 'yes or no' &&
    hasLetter(text) &&
    !readsLikeNote(text) &&
    !/\d\d|(?<!\p{L})\p{Ll}{4}/u.test(text));

/** Returns true for "Household" or "Individual", which some programs write in place of an organization's name, and for notes. */
const isDonorTypeOrNote = (text: string): boolean =>
  /^(?:individual|household|person|family|organization)$/i.test(text) ||
  (/^\p{Lu}/u.test(text) && text.split(/\s+/).length > 5 && isSentence(text));

const directionPattern = /^(?:[ns]?[ew]?|(?:north|south)?(?:east|west)?)\.?$/i;
const streetType =
  /^(?:st|str|street|ave?|avenue|rd|road|dr|drive|ln|lane|ct|court|blvd|boulevard|pl|place|way|cir|circle|ter|terrace|pkwy|hwy|trl)\.?$/i;

/** Tests of values. A value that fails the test of its part is not printed, and a warning names it. */
const valueTests: { readonly [Name in Part]?: (text: string) => boolean } = {
  first: hasLetter,
  last: hasLetter,
  prefix: isTitle,
  middle: (text) => isNamePart(text) && !/\d\s/.test(text),
  suffix: isTitle,
  // An email address stops the letter, because a whole column may be in the wrong place.
  company: (text) => text.includes('@') || (shapeOf(text) !== 'not postal' && !isDonorTypeOrNote(text)),
  'care of': (text) => isNamePart(text) && isPostal(text) && !/^[^\s/]*\/\S*$/.test(text),
  unit: isUnit,
  number: (text) => shapeOf(text) === 'number',
  type: (text) => streetType.test(text),
  direction: (text) => directionPattern.test(text),
  'PO box': (text) => hasDigit(text) && isPostal(text),
};

/** Returns true if the value can be printed as the part that its heading names, or the user chose this part for the column. */
export const fitsHeading = ({ part, preference }: PartHeading, text: string): boolean =>
  preference === chosenPreference || (valueTests[part]?.(text) ?? true);
