/** Removes from a value what means nothing on paper: what programs write where there is no value, and what only a spreadsheet needs. */
import { isPlaceholderWord } from './country.ts';
import type { AddressKey } from './fields.ts';

/** What programs write where there is no value. "NA" is Naples, and "Null" is a last name. */
const nothing = /^(?:NULL|null|[Nn]\/[Aa]|[Nn]\.[Aa]\.?|nan|[-–—]+|[Nn]ot shared by donor)$/;

/** What spreadsheets write where a formula fails. */
const formulaError = /^#(?:N\/A|NULL!|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|ERROR!|SPILL!|CALC!)$/;

/** Returns the text without what only a spreadsheet needs, such as `'02134` and `="02134"`; empty if it means that there is no value. */
export function cleanText(text: string): string {
  // Most values begin with something else, and a file has millions of them.
  if (!/^\s*[NnN#'=\-–—]/.test(text)) return text;
  const value = text.replace(/^\s*="([^"]*)"\s*$/, '$1').replace(/^(\s*)'(?=[\d=+])/, '$1');
  const trimmed = value.trim();
  return nothing.test(trimmed) || formulaError.test(trimmed) ? '' : value;
}

/** The same for the value of a merge field, which may be "-" or "N/A". */
export const cleanMergeText = (text: string): string =>
  text.trim() === 'NULL' || formulaError.test(text.trim()) ? '' : text;

export function cleanAddressPart(key: AddressKey, text: string): string {
  const value = cleanText(text);
  if (key === 'street' || key === 'country') return value;
  // None is a town in Italy.
  if (isPlaceholderWord(value) && !(key === 'city' && /^\s*none\s*$/i.test(value))) return '';
  if (key !== 'postal_code') return value;
  return /^x+$/i.test(value.trim()) ? '' : value.replace(/^\s*'/, '');
}

/** Returns a name; empty if the text is no name, such as the number of an order: "#1001". */
export function cleanName(text: string): string {
  const value = cleanText(text);
  if (!/\d|NULL/.test(value)) return value;
  if (isNumber(value)) return '';
  const isShouted = value === value.toUpperCase();
  const words = value.split(' ');
  const last = words.length - 1;
  return words.filter((word, index) => word !== 'NULL' || (isShouted && index === last)).join(' ');
}

/** Returns true if the text is a number or a code, such as an order's, instead of a name. */
const isNumber = (text: string): boolean =>
  /^\s*#?\d[\d-]*\s*$/.test(text) || (/^\s*\S+\s*$/.test(text) && text.replace(/\D/g, '').length > 2);
