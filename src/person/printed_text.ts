/**
 * Reads every text that is printed, from any field, file or contact, and finds text that means no value, such as "N/A" and
 * "undefined".
 */
import { truncate } from '../text/format.ts';
import { normalizeText } from '../text/text_match.ts';
import { toText } from '../text/values.ts';
import { decodeText, dropInvisible } from './decode_text.ts';

const uses = ['name', 'line', 'street', 'place', 'merge field', 'text', 'reference'] as const;
type Use = (typeof uses)[number];

/** Where text is used. A `line` is a company or a part of a name; a `text` is printed by an order and has placeholders. */
export type TextUse = Use | 'greeting';

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

interface NoValue {
  is: { test(value: string): boolean };
  /** What the value does, for a problem or a note. */
  says: string;
  /** A use without a verdict prints the value. A street without one has that of other lines. */
  verdicts: { [Key in Use]?: Verdict };
}

/** Matches what forms and programs write instead of an answer, such as "unknown", "(not provided)" and "NoData". */
const noAnswer =
  /^[\s([<-]*(?:unknown|unspecified|tbd|(?:no|not|none)[\s_-]?(?:answer|applicable|available|data|entered|given|indicated|known|listed|on file|provided|response|selected|set|specified|stated|value))[\s)\]>.-]*$/i;

/** Matches other words for no country, in lower case and without spaces. */
const noCountryWord =
  /^(?:none|null|nil|nan|void|undefined|blank|leaveblank|empty|missing|nothing|tba|no(?:entry|info(?:rmation)?)|unknownregion|(?:no|unknown|select|choose)?country(?:(?:not)?(?:given|selected|specified)|unknown)?|(?:please)?(?:select|choose)(?:an?|one|your)?(?:country|option)?|aucune?|geen|keine?(?:angabe)?|nessuno|ningun[ao]|nvt|inconnu|onbekend|unbekannt|desconocido|sconosciuto)$/;

/** Returns true if text in an address means that there is no country, state or city: `N/A`, `none`, `-`, `#REF!`. */
export function meansNoPlace(text: string): boolean {
  const typed = text.trim();
  // Compiling a Unicode character class takes longer than everything else here, so ASCII is tried first.
  const hasWords = /[a-z\d]/i.test(typed) || /[\p{L}\p{N}\p{RI}]/u.test(typed);
  if (!hasWords || /^(?:0+|\+?1)$/.test(typed) || /^#[A-Z\d/]+[!?]?$/.test(typed)) return true;
  const letters = normalizeText(typed).replaceAll(' ', '');
  // "NA" is also Namibia.
  return noAnswer.test(typed) || noCountryWord.test(letters) || (letters === 'na' && !/^na$/i.test(typed));
}

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

/** Text that means no value. The first entry that fits decides. */
const noValues: readonly NoValue[] = [
  {
    is: /(?:\b|_)(?:undefined|UNDEFINED)(?:\b|_)|^Undefined$|\[object [A-Z]\w*\]|\{\{|\{%|<%|\*\|\w|%%\w|\[\[\w|<<[A-Za-z]|[$€£¥]\s?(?:NaN|null|Infinity)|NaN\s?[$€£%]|\bInvalid (?:[Dd]ate|DateTime)\b|%[A-Z][A-Z_]+%/,
    says: 'an earlier step did not fill in',
    verdicts: { ...stopEverywhere, text: 'stop' },
  },
  {
    is: /^loading(?:\.{3}|…)$/i,
    says: 'is what a spreadsheet shows while it loads',
    verdicts: { ...stopEverywhere, text: 'stop' },
  },
  {
    is: /^=\s*[A-Z][A-Z\d.]*\(/,
    says: 'is a formula, not its value',
    verdicts: { ...stopEverywhere, text: 'stop' },
  },
  {
    // An ID of Airtable, or a UUID.
    is: /^(?:rec(?=[a-z]*[A-Z\d])[A-Za-z\d]{14}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/,
    says: 'is the ID of a record',
    verdicts: { name: 'stop', street: 'stop', place: 'stop', line: 'left out', 'merge field': 'printed' },
  },
  { is: /\ufffd/, says: 'has a damaged character', verdicts: { ...stopEverywhere, text: 'stop' } },
  {
    // A placeholder as the whole value. The texts of an order may have one: the service fills in `{name}`, also after a dollar sign.
    is: /^(?:\{ ?["a-z][^{}]{0,30}\}|\[["a-z][^[\]]{0,30}\]|<[a-z][^<>]{0,30}>|%[a-z]\w*%|«\w+»)$|[$#]\{\w/i,
    says: 'an earlier step did not fill in',
    verdicts: stopEverywhere,
  },
  {
    is: /(?:^|[\s,])null[\s,]+\S|[\s,]null(?:[\s,]|$)/,
    says: 'an earlier step did not fill in',
    verdicts: { name: 'stop', line: 'stop', place: 'stop' },
  },
  {
    is: /(?:^|\s)(?:null|#?[nN]\/[aA])[\s,]+\S|[\s,](?:null|#?[nN]\/[aA])(?:[\s,]|$)|\S, *(?:[nN]one|NONE|[uU]nknown|[fF]alse)$|\{[A-Za-z]\w*\}|^([nN]one|NONE|[uU]nknown|UNKNOWN|[fF]alse|FALSE|NaN|nan|[nN]\/[aA])(?:[\s,]+\1)+$/,
    says: 'an earlier step did not fill in',
    verdicts: { name: 'stop', line: 'stop' },
  },
  {
    // What databases write for a missing value, and spreadsheets for a failed formula.
    is: /^(?:NULL|null|#(?:N\/A|NULL!|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|ERROR!|SPILL!|CALC!)|#{3,}|Err:\d{3})$/,
    says: 'means no value',
    verdicts: { ...blankInPerson, 'merge field': 'blank', text: 'stop' },
  },
  {
    // Not "NA", which is Naples, and not "Nan", which is a first name.
    is: /^(?:[Nn] ?\/ ?[Aa]\.?|[Nn]\.[Aa]\.?|nan|[-–—]+|[Nn]ot shared by donor)$/,
    says: 'means no value',
    verdicts: blankInPerson,
  },
  {
    is: {
      test: (value) => noAnswer.test(value) || /^(?:no (?:name|company)|\((?:blank|empty)\))$/i.test(value),
    },
    says: 'means no value',
    verdicts: { ...leftOutWithNote, name: 'left out', text: 'stop' },
  },
  {
    is: /^(?:[([<]|-+)?\s?(?:[nN]one|NONE|nil|null|[fF]alse|FALSE|NaN)\s?(?:[)\]>.]|-+)?$/,
    says: 'may mean no value',
    verdicts: { ...leftOutWithNote, name: 'printed', text: 'stop' },
  },
  {
    is: /^[nN]one\s+\S+$|\s(?:[nN]one|NONE|[fF]alse|FALSE)$/,
    says: 'may include a word for no value',
    verdicts: { name: 'printed' },
  },
  { is: /\bNaN\b/, says: 'may mean no value', verdicts: { name: 'printed', 'merge field': 'printed' } },
  {
    is: /^(?:anon(?:ymous)?(?:[\s,]+(?:anon(?:ymous)?|donor))*|(?:bad|wrong|invalid|old|incorrect|unknown) addr(?:ess)?(?:\W.*)?|(?:\w+ )?address (?:unknown|withheld|not \w+)|no (?:(?:fixed|known|current|permanent|valid|forwarding|street|mailing) )?(?:abode|address)(?: \w+){0,3}|moved(?: away| out|[\s,;:–-]+(?:no|left|address|unknown) .*)?|return(?:ed)? (?:to sender|mail)(?:\W.*)?|undeliverable(?: as addressed)?|do not (?:mail|use)|no longer (?:at|here)(?:\s.*)?|(?:see|as) above|same(?: address)? as (?:above|below|before|(?:mailing|billing|shipping|home|physical|street|business)(?: address)?))\W?$/i,
    says: 'is not a name or an address',
    verdicts: { name: 'stop', line: 'stop' },
  },
  {
    is: /^(?:same|ditto|homeless|nfa|rts|vacant|deceased|withheld|confidential|no street|see notes?|x{3,10})$/i,
    says: 'is not a street',
    verdicts: { street: 'stop' },
  },
  {
    // A number, a date or an ID. "Blink-182" is a name.
    is: /^(?:#(?=\S*\d)\S+|[a-z]-\d+-\d+|\d{4}-\d\d-\d\dT\S*|[$€£]?\d[\d\s.,:/-]*(?:E\+\d+)?)$/iu,
    says: 'is not a name',
    verdicts: { name: 'left out' },
  },
  {
    is: { test: (value) => meansNoPlace(value) || /^x{2,10}$/i.test(value) },
    says: 'means no value',
    verdicts: { place: 'left out' },
  },
  {
    // Damaged in a part only, so that it cannot be repaired.
    is: /[\xc2\xc3][\xa1-\xbf]|\xe2\u20ac/,
    says: 'may be damaged',
    verdicts: { name: 'printed', line: 'printed', place: 'printed', 'merge field': 'printed' },
  },
  { is: /(?:^|[-_:/,\s])(?:null|NaN)(?:[-_:/,\s]|$)/, says: 'is not an ID', verdicts: { reference: 'stop' } },
  {
    // Zeros, a number that a spreadsheet has rounded, and several numbers, but not "12,345".
    is: /^(?:[^\p{L}\p{N}]*|0+(?:\.0+)?|(?!\d{1,3}(?:,\d{3})+$)(?=[\w-]*\d)(?:[\w-]+ ?[,;|\n] ?)+(?=[a-z_-]*\d)[\w-]+|true|yes|no|na|missing|tba|not set|blank|empty|guest|anon(?:ymous)?|-?\d(?:[.,]\d+)?E\+\d+)$/iu,
    says: 'is not an ID',
    verdicts: { reference: 'stop' },
  },
];

/** The entries that concern each use: a file has millions of values to judge. */
const entriesByUse = new Map(
  uses.map((use) => [
    use,
    noValues.flatMap(({ is, says, verdicts }) => {
      const verdict = verdicts[use] ?? (use === 'street' ? verdicts.line : undefined);
      return verdict ? [{ is, says, verdict }] : [];
    }),
  ]),
);

/** Matches text that decoding may change, so that most of the millions of values in a file need no decoding. */
const encodedText =
  /[\u115f\u1160\u2800\u3164\uffa0\udb40]|[^\t -~\xa0-\xac\xae-\u200a\u200c-\u2027\u202f-\u205f\u2070-\ufefe\uff00-\ufff8]|[&<\\%"]|\.0\b|^\s*['=]|NULL|[\xc2-\xc8\xcc-\xf4][\x80-\xbf\u0152-\u2122]/;

/** Returns the text to print and what is wrong with it, line by line. */
export function readPrinted(typed: string, use: TextUse): PrintedText {
  if (use === 'greeting') return readGreeting(typed);
  if (!encodedText.test(typed)) return judge(typed, use);
  if (use === 'reference') return judge(unwrap(dropInvisible(typed)).trim(), use);
  const decoded = decodeText(typed);
  if (use === 'merge field' || use === 'text') return judge(decoded, use);
  const isInAddress = use === 'street' || use === 'place';
  const lines = unwrap(decoded).split(/\r\n|\r|\n/);
  if (use === 'name') lines.splice(0, lines.length, joinName(lines));
  const read = lines.map((line) => judge(isInAddress ? dropDecimals(line) : line, use));
  const kept = read.filter(({ text }, index) => text.trim() || !lines[index]?.trim());
  return {
    text: kept.map(({ text }) => text).join('\n'),
    problem: read.find(({ problem }) => problem)?.problem,
    note: read.find(({ note }) => note)?.note,
  };
}

/** Applies the first entry of the table that fits. */
function judge(line: string, use: Use): PrintedText {
  const value = line.trim();
  if (!value && use !== 'reference') return { text: line };
  const entry = entriesByUse.get(use)?.find(({ is }) => is.test(value));
  if (!entry) return { text: line };
  const said = `"${truncate(value)}" ${entry.says}`;
  if (entry.verdict === 'stop') return { text: line, problem: `which ${entry.says}` };
  if (entry.verdict === 'printed') return { text: line, note: `${said}; it is printed as typed` };
  return { text: '', note: entry.verdict === 'left out' ? `${said}, so it is not used` : undefined };
}

/** Reads the name after "Dear". Letters print "Dear" and the comma themselves. */
function readGreeting(typed: string): PrintedText {
  const name = typed.replace(/^\s*(?:dear\s+)+(?=\S)/i, '');
  const read = readPrinted(name, 'line');
  if (name === typed || !read.text) return read;
  // Without the value, so that one note is enough for many people.
  const note = 'is used without "Dear", which letters print before it';
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

/** Returns a stored reference without invisible characters and outer spaces, to compare it. */
export const readStoredReference = (value: unknown): string =>
  readPrinted(toText(value), 'reference').text.trim();

/** Returns a part of a name or an address that is printed with other parts; blank if the value means nothing. */
export const readPart = (typed: string): string => readPrinted(typed, 'line').text;

/** Returns a name or a part of it; blank if it is not a name, such as the order number "#1001". */
export const readName = (typed: string): string => readPrinted(typed, 'name').text;
