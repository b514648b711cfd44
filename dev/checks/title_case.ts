/** Zapier's Title Case for labels: every word is capitalized except small words in the middle. */
const smallWords = new Set(
  'a an the and but or nor for so yet as at by from in into of on onto per to up via with than'.split(' '),
);

/** Returns the words that should be capitalized; none if the label is in Title Case. */
export function wordsToCapitalize(label: string): string[] {
  const words = label.split(/[\s/–—-]+/).filter(Boolean);
  return words.filter((word, index) => {
    const letters = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
    if (!/^\p{Ll}/u.test(letters)) return false;
    // The first and last word, and the first one of a new part, are capitalized even if they are small words.
    const isFirst = index === 0 || /[:(]$/.test(words[index - 1] ?? '') || word.startsWith('(');
    return isFirst || index === words.length - 1 || !smallWords.has(letters);
  });
}
