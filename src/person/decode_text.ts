/** Decodes text that an earlier program has encoded: for a web page, a URL, or in another character set. */
import { decodeHTMLStrict } from 'entities/decode';

/** Returns text as a web page shows it, and repairs a wrong character set. */
export function decodeText(typed: string): string {
  const text = decodeMarkup(decodeUrl(repairUtf8(typed)));
  const unescaped = text.replace(/\\u([\da-f]{4})/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return dropInvisible(unescaped.replace(/(?:\\r)?\\n/g, '\n'));
}

/** Matches text that shows nothing, such as a Hangul filler. */
const blankText = /^[\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]*$/u;

/** Drops control characters and invisible characters. Zero-width joiners stay, because some scripts need them. */
export const dropInvisible = (text: string): string =>
  blankText.test(text)
    ? text.replace(/\S/gu, '')
    : text
        .replace(/[\v\f\x85\u2028\u2029]/g, '\n')
        .replace(/(?![\t\n\r])[\p{Cc}\xad\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu, '');

/** Repairs UTF-8 that was read as Windows-1252: "JosÃ©" is "José". Text that does not convert as a whole stays: "JOÃO ÂNGELO". */
function repairUtf8(text: string): string {
  if (!/[\xc2-\xc8\xcc-\xf4][\x80-\xbf\u0152-\u2122]/.test(text)) return text;
  const bytes = Array.from(text, (character) => windows1252.indexOf(character));
  if (bytes.includes(-1)) return text;
  try {
    return repairUtf8(new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes)));
  } catch {
    return text;
  }
}

/** The characters of Windows-1252 in the order of their bytes. */
const windows1252 = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: 256 }, (_, byte) => byte),
);

/** Decodes a value that is encoded for a URL, such as "Ann%20Lee". */
function decodeUrl(text: string): string {
  if (!/%20|%c[2-9a-f]%[89ab]/i.test(text) || /\s|:\/\/|^www\./.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const blockTag =
  /^(?:address|article|blockquote|body|br|dd|div|dl|dt|footer|form|h[1-6]|head|header|hr|html|li|main|ol|p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul)$/i;
const inlineTag =
  /^(?:a|abbr|b|big|center|cite|code|del|em|font|i|img|ins|label|mark|q|s|small|span|strike|strong|sub|sup|tt|u|var|wbr)$/i;

/** Returns text from a web page as the page shows it. Text that only looks like a tag stays: "Acme <West>", "< $50". */
function decodeMarkup(typed: string): string {
  // Some programs encode twice: `&amp;amp;`.
  const text = /&[#\w]{1,40};/.test(typed)
    ? decodeHTMLStrict(decodeHTMLStrict(typed)).replaceAll('\xa0', ' ')
    : typed;
  if (!text.includes('<')) return text;
  const withoutTags = text
    // A link to a map is not a part of the address.
    .replace(/<a\s[^<>]*\bmaps?\b[^<>]*>[^<>]*\bmap\b[^<>]*<\/a>/gi, '')
    .replace(/<(style|script)\b[^<>]*>[^<]*<\/\1>|<!--[^<>]*-->/gi, '')
    .replace(
      /<\/?([a-z][a-z\d]*)(:[a-z]+)?((?:[\s/][^<>]*)?)>/gi,
      (tag, name: string, part?: string, rest = '') => {
        if (!/^[\s/]*$|=/.test(rest)) return tag;
        if (blockTag.test(name)) return '\n';
        return part || inlineTag.test(name) ? '' : tag;
      },
    );
  if (withoutTags === text) return text;
  const lines = withoutTags.split(/[\r\n]+/).map((line) => line.trim());
  return lines.filter(Boolean).join('\n');
}
