/** Title Case as Zapier wants it for labels: every word with a capital but the small ones inside. */
const smallWords = new Set(
  'a an the and but or nor for so yet as at by from in into of on onto per to up via with than'.split(' '),
);

/** @returns the words that should begin with a capital; none when the label is in Title Case */
export function lowerCaseWords(label: string): string[] {
  const words = label.split(/[\s/–—-]+/).filter(Boolean);
  return words.filter((word, index) => {
    const letters = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
    if (!/^\p{Ll}/u.test(letters)) return false;
    // A small word is a small word only inside, and not where a new part of the label begins.
    const begins = index === 0 || /[:(]$/.test(words[index - 1] ?? '') || word.startsWith('(');
    return begins || index === words.length - 1 || !smallWords.has(letters);
  });
}
