/** Cleans values for printing: removes placeholders for missing values, and characters that only spreadsheets and web pages need. */
import { isPlaceholderWord } from './country.ts';
import type { AddressKey } from './fields.ts';

/** Matches what programs write for a missing value. Not "NA", which is Naples, and not "Null", which is a last name. */
const missingValue = /^(?:NULL|null|[Nn]\/[Aa]|[Nn]\.[Aa]\.?|nan|[-–—]+|[Nn]ot shared by donor)$/;

/** Matches what spreadsheets write if a formula fails. */
const formulaError = /^#(?:N\/A|NULL!|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|ERROR!|SPILL!|CALC!)$/;

/** Names of characters in HTML. The name of an accented letter consists of the letter and the name of the accent. */
const htmlCharacters: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', rsquo: '’', ndash: '–' },
  ...{ szlig: 'ß', aelig: 'æ', AElig: 'Æ', oslash: 'ø', Oslash: 'Ø' },
};
const htmlAccents: Record<string, string> = {
  ...{ acute: '\u0301', grave: '\u0300', circ: '\u0302', uml: '\u0308' },
  ...{ tilde: '\u0303', cedil: '\u0327', ring: '\u030a' },
};

/** Returns text from a web page as the page shows it: "R&amp;D" is "R&D", and `<br>` is a new line. */
function decodeHtml(text: string): string {
  if (!/<br|&[#a-z]/i.test(text)) return text;
  return text
    .replace(/<br ?\/?>[\r\n]*/gi, '\n')
    .replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (typed, hex, decimal) => {
      const code = Number.parseInt(hex ?? decimal, hex ? 16 : 10);
      return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : typed;
    })
    .replace(/&([a-z])([a-z]{2,5});/gi, (typed, letter: string, rest: string) => {
      const accent = htmlAccents[rest];
      return accent ? `${letter}${accent}`.normalize('NFC') : (htmlCharacters[letter + rest] ?? typed);
    })
    .trim();
}

/**
 * Returns the text as people write it, without the codes of web pages and spreadsheets, such as `&amp;`, `'02134` and `="02134"`.
 * Empty if the text means "no value".
 */
export const cleanText = (typed: string): string => cleanReference(decodeHtml(typed));

/** Cleans a reference like other text, but keeps `&amp;`, because searches compare references exactly. */
export function cleanReference(text: string): string {
  // Most of the millions of values in a file begin with none of these characters, so this test saves time.
  if (!/^\s*[NnN#'=\-–—]/.test(text)) return text;
  const value = text.replace(/^\s*="([^"]*)"\s*$/, '$1').replace(/^(\s*)'(?=[\d=+])/, '$1');
  const trimmed = value.trim();
  return missingValue.test(trimmed) || formulaError.test(trimmed) ? '' : value;
}

/** Cleans the value of a merge field, which may be "-" or "N/A". */
export const cleanMergeText = (text: string): string =>
  text.trim() === 'NULL' || formulaError.test(text.trim()) ? '' : text;

export function cleanAddressPart(key: AddressKey, text: string): string {
  const value = cleanText(text);
  if (key === 'street') return value;
  // "None" is a town in Italy.
  if (isPlaceholderWord(value) && !(key === 'city' && /^\s*none\s*$/i.test(value))) return '';
  if (key !== 'postal_code') return value;
  return /^x+$/i.test(value.trim()) ? '' : value.replace(/^\s*'/, '');
}

/** Returns the cleaned name; empty if the text is not a name, such as the order number "#1001". */
export function cleanName(text: string): string {
  const lines = cleanText(text).split('\n');
  const value = lines.length > 1 ? lines.flatMap((line) => line.trim() || []).join(' ') : lines.join();
  if (!/\d|NULL/.test(value)) return value;
  if (isNumber(value)) return '';
  const isAllCapitals = value === value.toUpperCase();
  const words = value.split(' ');
  const last = words.length - 1;
  return words.filter((word, index) => word !== 'NULL' || (isAllCapitals && index === last)).join(' ');
}

/** Returns true if the text is a number, a date or an ID instead of a name. "Blink-182" is a name. */
const isNumber = (text: string): boolean =>
  /^(?:#(?=\S*\d)\S+|[a-z]-\d+-\d+|\d{4}-\d\d-\d\dT\S*|[$€£]?\d[\d\s.,:/-]*)$/iu.test(text.trim());
