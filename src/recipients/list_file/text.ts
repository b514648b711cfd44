/** Decodes the text of a file whose encoding is not stated. */
import { isUtf8 } from 'node:buffer';
import { inputError } from '../../inputs.ts';

/**
 * Decodes UTF-8 or UTF-16 by its byte order mark, otherwise as UTF-8 if valid, otherwise as Windows-1252, which older spreadsheets write.
 * @throws a user-facing error if the text mixes UTF-8 with another encoding, because either one would garble some of it
 */
export function decodeText(bytes: Buffer): { content: string; encoding: string } {
  const as = (encoding: string) => ({ content: new TextDecoder(encoding).decode(bytes), encoding });
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return as('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return as('utf-16be');
  if (isUtf8(bytes)) return as('utf-8');
  const { content } = as('utf-8');
  let readable = 0;
  let unreadable = 0;
  for (let at = 0; at < content.length; at += 1) {
    const code = content.charCodeAt(at);
    if (code === replacement) unreadable += 1;
    else if (code > 0x7f) readable += 1;
  }
  if (readable < unreadable) return as('windows-1252');
  const line = content.slice(0, content.indexOf(String.fromCharCode(replacement))).split('\n').length;
  throw inputError(
    `The file mixes two encodings: it is mostly UTF-8, but line ${line} has a character that is not. Nothing was sent. Save the whole file as UTF-8, so that no name is garbled.`,
  );
}

/** The character that the decoder writes for invalid bytes. */
const replacement = 0xfffd;
