/** Random text for property tests. */
import fc, { type StringConstraints } from 'fast-check';

const [surrogates, afterSurrogates, last] = [0xd800, 0xe000, 0x10ffff];

/** Any character of Unicode. fast-check's own `binary` first lists all of them, which takes a second in each test file. */
const character = fc
  .nat(last - (afterSurrogates - surrogates))
  .map((code) => String.fromCodePoint(code < surrogates ? code : code + afterSurrogates - surrogates));

export const anyText = (lengths: Pick<StringConstraints, 'minLength' | 'maxLength'> = {}) =>
  fc.string({ unit: character, ...lengths });
