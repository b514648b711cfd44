/** Finds what a message says twice: a sentence, its first words, or a quoted value in one sentence. */
export function findRepetition(message: string): string | undefined {
  const [, label] = /^(.+: )\1/s.exec(message) ?? [];
  const sentences = message.split(/(?<=[.!?])\s+/);
  const values = sentences.map((sentence) => sentence.match(/"[^"]{3,}"/g) ?? []);
  const twice = [sentences, ...values].flatMap((some) => some.filter((one, at) => some.indexOf(one) < at));
  return label ?? twice.find(({ length }) => length > 4);
}

/** Returns the sentences that a step's result has for the user. */
export const sentencesOf = (result: unknown): string[] =>
  [result].flat().flatMap((one) => {
    const { warning, checked, not_checked } = Object(one);
    return [warning, checked, not_checked].flat().filter((text) => typeof text === 'string');
  });
