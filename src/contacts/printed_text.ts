/**
 * Reads every text that is printed, from any field, file or contact. `readPrinted` decodes the codes of web pages, and finds text that
 * means no value, such as "N/A" and "undefined".
 */
import { decodeHTMLStrict } from 'entities/decode';
import { truncate } from '../format.ts';
import { toText } from '../values.ts';
import { isPlaceholderWord, noAnswer } from './country.ts';

type Kind = 'name' | 'line' | 'street' | 'place' | 'merge field' | 'text' | 'reference';

/** Where text is used. A `line` is a company or a part of a name; a `text` is printed by an order and has placeholders. */
export type TextKind = Kind | 'greeting';

export interface PrintedText {
  /** The text to print; blank if the value means nothing. */
  text: string;
  /** Why no letter may be sent with it, after the value: "which an earlier step did not fill in". */
  problem?: string | undefined;
  /** What the user should check, after the label: `"None" may mean no value; it is printed as typed`. */
  note?: string | undefined;
}

/** What happens to a value: it is blank, left out with a note, printed with a note, or stops the letter. */
type Verdict = 'blank' | 'left out' | 'printed' | 'stop';

type NoValue = { [Key in Kind]?: Verdict } & {
  is: { test(value: string): boolean };
  /** What the value does, for a problem or a note. */
  says: string;
};

// Verdicts that several entries share.
const stopEverywhere = {
  name: 'stop',
  line: 'stop',
  place: 'stop',
  'merge field': 'stop',
  reference: 'stop',
} as const;
const blankInPerson = { name: 'blank', line: 'blank', place: 'blank', reference: 'stop' } as const;
const leftOutWithNote = {
  line: 'left out',
  place: 'left out',
  'merge field': 'printed',
  reference: 'stop',
} as const;

/** Text that means no value, with a verdict per kind. A kind without one prints the value. The first entry that fits decides. */
const noValues: readonly NoValue[] = [
  {
    is: /(?:\b|_)(?:undefined|UNDEFINED)(?:\b|_)|^Undefined$|\[object [A-Z]\w*\]|\{\{|\{%|<%|\*\|\w|%%\w|\[\[\w|<<[A-Za-z]|[$€£¥]\s?(?:NaN|null|Infinity)|NaN\s?[$€£%]|\bInvalid (?:[Dd]ate|DateTime)\b|%[A-Z][A-Z_]+%/,
    says: 'an earlier step did not fill in',
    ...{ ...stopEverywhere, text: 'stop' },
  },
  { is: /\ufffd/, says: 'has a damaged character', ...{ ...stopEverywhere, text: 'stop' } },
  {
    // A placeholder as the whole value. The texts of an order may have one: the service fills in `{name}`, also after a dollar sign.
    is: /^(?:\{ ?["a-z][^{}]{0,30}\}|\[["a-z][^[\]]{0,30}\]|<[a-z][^<>]{0,30}>|%[a-z]\w*%|«\w+»)$|[$#]\{\w/i,
    says: 'an earlier step did not fill in',
    ...stopEverywhere,
  },
  {
    is: /(?:^|\s)(?:null|#?[nN]\/[aA])[\s,]+\S|[\s,](?:null|#?[nN]\/[aA])(?:[\s,]|$)|\S, *(?:[nN]one|NONE|[uU]nknown|[fF]alse)$|\{[A-Za-z]\w*\}|^([nN]one|NONE|[uU]nknown|UNKNOWN|[fF]alse|FALSE|NaN|nan|[nN]\/[aA])(?:[\s,]+\1)+$/,
    says: 'an earlier step did not fill in',
    ...{ name: 'stop', line: 'stop' },
  },
  {
    // What databases write for a missing value, and spreadsheets for a failed formula.
    is: /^(?:NULL|null|#(?:N\/A|NULL!|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|ERROR!|SPILL!|CALC!)|#{3,}|Err:\d{3})$/,
    says: 'means no value',
    ...{ ...blankInPerson, 'merge field': 'blank', text: 'stop' },
  },
  {
    // Not "NA", which is Naples, and not "Nan", which is a first name.
    is: /^(?:[Nn] ?\/ ?[Aa]\.?|[Nn]\.[Aa]\.?|nan|[-–—]+|[Nn]ot shared by donor)$/,
    says: 'means no value',
    ...blankInPerson,
  },
  {
    is: {
      test: (value) => noAnswer.test(value) || /^(?:no (?:name|company)|\((?:blank|empty)\))$/i.test(value),
    },
    says: 'means no value',
    ...{ ...leftOutWithNote, name: 'left out', text: 'stop' },
  },
  {
    is: /^(?:[([<]|-+)?\s?(?:[nN]one|NONE|nil|null|[fF]alse|FALSE|NaN)\s?(?:[)\]>.]|-+)?$/,
    says: 'may mean no value',
    ...{ ...leftOutWithNote, name: 'printed', text: 'stop' },
  },
  {
    is: /^[nN]one\s+\S+$|\s(?:[nN]one|NONE|[fF]alse|FALSE)$/,
    says: 'may include a word for no value',
    name: 'printed',
  },
  { is: /\bNaN\b/, says: 'may mean no value', name: 'printed', 'merge field': 'printed' },
  {
    is: /^(?:anon(?:ymous)?(?:[\s,]+(?:anon(?:ymous)?|donor))*|(?:bad|wrong|invalid|old|incorrect|unknown) addr(?:ess)?(?:\W.*)?|(?:\w+ )?address (?:unknown|withheld|not \w+)|no (?:(?:fixed|known|current|permanent|valid|forwarding|street|mailing) )?(?:abode|address)(?: \w+){0,3}|moved(?: away| out|[\s,;:–-]+(?:no|left|address|unknown) .*)?|return(?:ed)? (?:to sender|mail)(?:\W.*)?|undeliverable(?: as addressed)?|do not (?:mail|use)|no longer (?:at|here)(?:\s.*)?|(?:see|as) above|same(?: address)? as (?:above|below|before|(?:mailing|billing|shipping|home|physical|street|business)(?: address)?))\W?$/i,
    says: 'is not a name or an address',
    ...{ name: 'stop', line: 'stop' },
  },
  {
    is: /^(?:same|ditto|homeless|nfa|rts|vacant|deceased|withheld|confidential|no street|see notes?|x{3,10})$/i,
    says: 'is not a street',
    street: 'stop',
  },
  {
    // A number, a date or an ID. "Blink-182" is a name.
    is: /^(?:#(?=\S*\d)\S+|[a-z]-\d+-\d+|\d{4}-\d\d-\d\dT\S*|[$€£]?\d[\d\s.,:/-]*(?:E\+\d+)?)$/iu,
    says: 'is not a name',
    name: 'left out',
  },
  {
    is: { test: (value) => isPlaceholderWord(value) || /^x{2,10}$/i.test(value) },
    says: 'means no value',
    place: 'left out',
  },
  {
    // Damaged in a part only, so that it cannot be repaired.
    is: /[\xc2\xc3][\xa1-\xbf]|\xe2\u20ac/,
    says: 'may be damaged',
    ...{ name: 'printed', line: 'printed', place: 'printed', 'merge field': 'printed' },
  },
  { is: /(?:^|[-_:/\s])(?:null|NaN)(?:[-_:/\s]|$)/, says: 'is not an ID', reference: 'stop' },
  {
    // Zeros, a number that a spreadsheet has rounded, and several numbers, but not "12,345".
    is: /^(?:[^\p{L}\p{N}]*|0+(?:\.0+)?|(?!\d{1,3}(?:,\d{3})+$)\d+(?:[,;\n] ?\d+)+|true|yes|no|na|missing|tba|not set|blank|empty|guest|anon(?:ymous)?|-?\d(?:[.,]\d+)?E\+\d+)$/iu,
    says: 'is not an ID',
    reference: 'stop',
  },
];

/** Returns the verdict for a kind. A street without one has that of other lines. */
const verdictOf = (entry: NoValue, kind: Kind): Verdict | undefined =>
  entry[kind] ?? (kind === 'street' ? entry.line : undefined);

/** The entries that concern each kind: a file has millions of values to judge. */
const entriesByKind = new Map(
  (['name', 'line', 'street', 'place', 'merge field', 'text', 'reference'] as const).map((kind) => [
    kind,
    noValues.filter((entry) => verdictOf(entry, kind)),
  ]),
);

/** Matches text that decoding may change, so that most of the millions of values in a file need no decoding. */
const encodedText =
  /[^\t -~\xa0-\xac\xae-\u200a\u200c-\u2027\u202f-\u205f\u2070-\ufefe\uff00-\ufff8]|[&<\\%"]|\.0\b|^\s*['=]|NULL|[\xc2-\xc8\xcc-\xf4][\x80-\xbf\u0152-\u2122]/;

/** Returns the text to print and what is wrong with it, line by line. */
export function readPrinted(typed: string, kind: TextKind): PrintedText {
  if (kind === 'greeting') return readGreeting(typed);
  if (!encodedText.test(typed)) return judge(typed, kind);
  if (kind === 'reference') return judge(unwrap(dropInvisible(typed)).trim(), kind);
  const decoded = decodeTyped(typed);
  if (kind === 'merge field' || kind === 'text') return judge(decoded, kind);
  const isInAddress = kind === 'street' || kind === 'place';
  const lines = unwrap(decoded).split(/\r\n|\r|\n/);
  if (kind === 'name') lines.splice(0, lines.length, joinName(lines));
  const read = lines.map((line) => judge(isInAddress ? dropDecimals(line) : line, kind));
  const kept = read.filter(({ text }, index) => text.trim() || !lines[index]?.trim());
  return {
    text: kept.map(({ text }) => text).join('\n'),
    problem: read.find(({ problem }) => problem)?.problem,
    note: read.find(({ note }) => note)?.note,
  };
}

/** Applies the first entry of the table that fits. */
function judge(line: string, kind: Kind): PrintedText {
  const value = line.trim();
  if (!value && kind !== 'reference') return { text: line };
  const entry = entriesByKind.get(kind)?.find(({ is }) => is.test(value));
  if (!entry) return { text: line };
  const said = `"${truncate(value)}" ${entry.says}`;
  const verdict = verdictOf(entry, kind);
  if (verdict === 'stop') return { text: line, problem: `which ${entry.says}` };
  if (verdict === 'printed') return { text: line, note: `${said}; it is printed as typed` };
  return { text: '', note: verdict === 'left out' ? `${said}, so it is not used` : undefined };
}

/** Reads the name after "Dear". Letters print "Dear" and the comma themselves. */
function readGreeting(typed: string): PrintedText {
  const name = typed.replace(/^\s*(?:dear\s+)+(?=\S)/i, '');
  const read = readPrinted(name, 'line');
  if (name === typed || !read.text) return read;
  const note = `"${truncate(typed.trim())}" is used without "Dear", which letters print before it`;
  return { ...read, text: read.text.trimEnd().replace(/[,:;!]$/, ''), note };
}

/** Returns the name on one line, without "NULL" for its blank parts. A last name in capitals may be Null. */
function joinName(lines: readonly string[]): string {
  const name = lines.length > 1 ? lines.flatMap((line) => line.trim() || []).join(' ') : lines.join();
  const blankPart = name === name.toUpperCase() ? /(?<!\S)NULL /g : / NULL$|(?<!\S)NULL(?: |$)/g;
  return name.replace(blankPart, '');
}

/** Removes the marks of spreadsheets, as in `'02134` and `="02134"`, and quotation marks around the whole text. */
const unwrap = (text: string): string =>
  text.replace(/^\s*=?"([^"]*)"\s*$/, '$1').replace(/^(\s*)'(?=[\d=+])/, '$1');

/** Turns a house number, unit or postal code `12.0` into `12`. */
export const dropDecimals = (line: string): string =>
  line.replace(
    /(^\s*|#\s?|\b(?:apt|apartment|unit|suite|ste|room|no|nr|floor|fl|flat|box|lot)\.? ?)(\d{1,10})\.0(?![\d.])/gi,
    '$1$2',
  );

function decodeTyped(typed: string): string {
  const text = decodeMarkup(decodeUrl(repairUtf8(typed)));
  const unescaped = text.replace(/\\u([\da-f]{4})/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return dropInvisible(unescaped.replace(/(?:\\r)?\\n/g, '\n'));
}

/** Drops control characters and invisible characters. Zero-width joiners stay, because some scripts need them. */
const dropInvisible = (text: string): string =>
  text
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

const blockTags = new Set(
  'address article blockquote body br dd div dl dt footer form h1 h2 h3 h4 h5 h6 head header hr html li main ol p pre section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
const inlineTags = new Set(
  'a abbr b big center cite code del em font i img ins label mark q s small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
);

/** Returns text from a web page as the page shows it. Text that only looks like a tag stays: "Acme <West>", "< $50". */
function decodeMarkup(typed: string): string {
  // Some programs encode twice: `&amp;amp;`.
  const text = /&[#\w]{1,40};/.test(typed)
    ? decodeHTMLStrict(decodeHTMLStrict(typed)).replaceAll('\xa0', ' ')
    : typed;
  if (!text.includes('<')) return text;
  const shown = text
    // A link to a map is not a part of the address.
    .replace(/<a\s([^<>]*)>[^<>]*<\/a>/gi, (link, target) => (/\bmaps?\b/i.test(target) ? '' : link))
    .replace(/<(style|script)\b[^<>]*>[^<]*<\/\1>|<!--[^<>]*-->/gi, '')
    .replace(
      /<\/?([a-z][a-z\d]*)(:[a-z]+)?((?:[\s/][^<>]*)?)>/gi,
      (tag, name: string, part?: string, rest = '') => {
        const word = name.toLowerCase();
        if (!/^[\s/]*$|=/.test(rest)) return tag;
        if (blockTags.has(word)) return '\n';
        return part || inlineTags.has(word) ? '' : tag;
      },
    );
  if (shown === text) return text;
  const lines = shown.split(/[\r\n]+/).map((line) => line.trim());
  return lines.filter(Boolean).join('\n');
}

/** Returns a stored reference without invisible characters and outer spaces, to compare it. */
export const readStoredReference = (value: unknown): string =>
  readPrinted(toText(value), 'reference').text.trim();

/** Returns a part of a name or an address that is printed with other parts; blank if the value means nothing. */
export const readPart = (typed: string): string => readPrinted(typed, 'line').text;

/** Returns a name or a part of it; blank if it is not a name, such as the order number "#1001". */
export const readName = (typed: string): string => readPrinted(typed, 'name').text;
