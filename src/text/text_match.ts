/** Compares text the way people read it: ignoring case, accents, punctuation and extra spaces. */

/** Returns a function that compares whole texts. Text without letters and digits matches nothing. */
export function wholeTextMatcher(wanted: string): (value: string) => boolean {
  const normalized = normalizeJoined(wanted);
  return (value) => normalized !== '' && normalized === normalizeJoined(value);
}

/** Matches what joins two names, as in "Tom and Ann" and "Tom & Ann". */
const joiner = /[&+]|(?<=\s)(?:and|und|et)(?=\s)/gi;

/** Returns the words of a text except those that join two names. */
export const splitWords = (text: string): string[] =>
  text
    .replace(joiner, ' ')
    .split(/\s+/)
    .filter((word) => normalizeText(word) !== '');

/** Returns normalized text in which "Tom and Ann" is "Tom & Ann". */
export const normalizeJoined = (text: string): string => normalizeText(text.replace(joiner, ' '));

/** Returns a function that compares postal codes. A five-digit ZIP code matches its ZIP+4 codes. */
export function postalCodeMatcher(wanted: string): (value: string) => boolean {
  const code = normalizeCode(wanted);
  const isZip = /^\d{5}$/.test(code);
  return (value) => {
    const other = normalizeCode(value);
    return code !== '' && (code === other || (isZip && /^\d{9}$/.test(other) && other.startsWith(code)));
  };
}

const normalizeCode = (text: string): string => normalizeText(text).replaceAll(' ', '');

/** The score of whole words. */
export const wholeWords = 2;

/** Scores how well a value contains the wanted text: 3 if it is the whole value, 2 for whole words, 1 for a part of four letters or more, 0 if it is missing. */
export function matchScore(wanted: string, value: string | null | undefined): number {
  const needle = normalizeJoined(wanted);
  const hay = normalizeJoined(value ?? '');
  if (needle === '' || !hay.includes(needle)) return 0;
  if (hay === needle) return wholeWords + 1;
  if (` ${hay} `.includes(` ${needle} `)) return wholeWords;
  // Scripts without capital letters, such as Chinese, may have no spaces between words.
  return needle.length >= 4 || /\p{Lo}/u.test(needle) ? 1 : 0;
}

/** Returns true if the text ends with the words, in any case. */
export const endsWithWords = (text: string, words: string): boolean =>
  text.toLowerCase().endsWith(words.toLowerCase()) && /[\s,]/.test(text.at(-words.length - 1) ?? '');

/** Returns normalized words between spaces, to find whole words in them. */
export const padWords = (text: string): string => ` ${normalizeText(text)} `;

/** Returns true if the text has all of the words, in any order. */
export const hasWordsOf = (text: string, words: string): boolean =>
  normalizeText(words)
    .split(' ')
    .every((word) => padWords(text).includes(padWords(word)));

/** Letters that Unicode does not decompose into a letter and an accent, and the final sigma. */
const undecomposed: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
};
const anyUndecomposed = new RegExp(`[${Object.keys(undecomposed).join('')}]`, 'g');

/** Returns text without case, accents, punctuation and extra spaces, for comparison. */
export function normalizeText(text: string): string {
  // Most text is plain ASCII and needs none of the work below.
  const lowerCase = /^[\x20-\x7e]*$/.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        // Some letters must become capitals first, such as ß, which becomes SS.
        .toLowerCase()
        .toUpperCase()
        .toLowerCase()
        .replace(/\p{M}+/gu, '')
        .replace(anyUndecomposed, (letter) => undecomposed[letter] ?? letter);
  return lowerCase
    .replace(/['’ʼ`.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns true if two words differ in only one place, by at most two letters, so that one may be a misspelling of the other. */
export function isSimilar(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return shorter >= 3 && Math.max(a.length, b.length) - start - end <= 2;
}

/** Returns a heading without case, spaces and punctuation. */
export function normalizeHeading(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('#', 'number')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
