/** Detects the encoding of a file, and decodes its text. */
import { isUtf8 } from 'node:buffer';
import { type FileKind, webPage, wrongLinkAdvice } from '../api/file_kind.ts';
import { inputError } from '../steps/inputs.ts';

/** The bytes to decode at a time. Small pieces keep the memory of a run low. */
const chunkBytes = 65_536;

/** Returns the standard name of the file's encoding, and a function that returns the text as UTF-8 in pieces. */
export function decodeText(bytes: Buffer) {
  const encoding = findEncoding(bytes);
  return {
    encoding,
    *chunks() {
      for (const text of decode(bytes, encoding)) {
        if (text.includes('\0')) throw notAListError();
        if (text) yield Buffer.from(text);
      }
    },
  };
}

/**
 * Returns UTF-8 or UTF-16 by the byte order mark, otherwise UTF-8 if valid, otherwise Windows-1252, which older spreadsheets write.
 * @throws a user-facing error if the text is in another encoding, or mixes two, because names would be garbled
 */
function findEncoding(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (isUtf8(bytes)) return 'utf-8';
  for (const text of decode(bytes, 'windows-1252')) {
    const [example] = garbledValue.exec(text) ?? [];
    if (example === undefined) continue;
    throw inputError(
      `The file is in an unknown encoding. A value would be printed as "${example}".`,
      'Save it as "CSV UTF-8".',
    );
  }
  return 'windows-1252';
}

/**
 * Matches a value in another encoding that is read as Windows-1252: "MŸller" (Macintosh), "M\u0081ller" (MS-DOS), "Ìîñêâà" (Cyrillic), "£ukasz" (Polish),
 * "JosÃ©" (UTF-8).
 */
const garbledValue =
  /\S{0,20}(?:[\u0081\u008d\u008f\u0090\u009d]|\p{Ll}[ŸŽŠŒ‚„ƒ†‡ˆ‰‹›¢¤¥¦§©¬¯±³¶¹¿]|\p{Lu}[ŸŽŠŒ]\p{Ll}|\p{L}[”“‘•™«»¡®¸¼½¾÷×]\p{Ll}|(?![ÄÖÜäöüßÅå]{4})[À-ÖØ-öø-ÿ]{4}|£\p{L}|\p{Ll}–\p{Ll}|ì\p{Ll}|ø[áéíýì]|[ÂÃÄÅÎÏÐÑ][\u00a0-¿€‚ƒ„…†‡ˆ‰Š‹ŒŽ•–—˜™š›œžŸ]|â€)\S{0,20}/u;

/** Decodes the text piece by piece, without a byte order mark. */
function* decode(bytes: Buffer, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < bytes.length; at += chunkBytes)
    yield decoder.decode(bytes.subarray(at, at + chunkBytes), { stream: true });
  yield decoder.decode();
}

export const notAListError = (kind?: FileKind): Error =>
  inputError(
    kind ? `The file is ${kind.noun}, not a list in CSV or JSON.` : 'The file is neither CSV nor JSON.',
    kind === webPage
      ? wrongLinkAdvice
      : 'Save the list as a CSV file, for example with "Save as" or "Download" in your spreadsheet.',
  );
