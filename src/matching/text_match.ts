/** How well a value matches what someone looks for: without regard to case, accents and surrounding space, whole before part. */

/** 0 when it does not match at all; a whole match counts more than a part, a part at the beginning more than one inside. */
export function matchScore(wanted: string, value: string | null | undefined): number {
  const needle = normalizeText(wanted);
  const hay = normalizeText(value ?? '');
  if (!needle || !hay) return 0;
  if (hay === needle) return 4;
  const at = hay.indexOf(needle);
  if (at < 0) return 0;
  if (at === 0) return 3;
  return hay[at - 1] === ' ' ? 2 : 1;
}

/** The best items first, in their own order where they match equally well; those that do not match are left out. */
export function bestFirst<Item>(items: readonly Item[], score: (item: Item) => number): Item[] {
  return items
    .map((item) => ({ item, score: score(item) }))
    .filter((one) => one.score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ item }) => item);
}

/** Letters that Unicode does not take apart into a letter and an accent, and the sigma that only ends words. */
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

/** Text as it is compared. */
export const normalizeText = (text: string): string => {
  // Most text is plain ASCII, which needs none of the work below.
  const plain = /^[\x20-\x7e]*$/.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        // By way of the capitals, because some letters have none of their own and are written as two: ß is SS.
        .toLowerCase()
        .toUpperCase()
        .toLowerCase()
        .replace(/\p{M}+/gu, '')
        .replace(anyUndecomposed, (letter) => undecomposed[letter] ?? letter);
  return plain.replace(/\s+/g, ' ').trim();
};
