/** Finds people who get no letters, from headings such as "Do Not Mail" and the cells below them. */
import { readPart } from '../person/printed_text.ts';

const permissions = ['do not mail', 'may mail', 'deceased'] as const;
export type MailPermission = (typeof permissions)[number];

export const saysWhoGetsMail = (means: string): boolean => permissions.some((one) => one === means);

/** Returns what a heading says about letters to the person. @param text the heading's words in lower case */
export function readMailPermission(text: string): MailPermission | undefined {
  if (deceasedPattern.test(text)) return 'deceased';
  if (/\b(?:reason|grund|telefon|sms|fax|newsletter|electronique)\b|\be ?mail/.test(text)) return undefined;
  if (notMailPattern.test(text)) return 'do not mail';
  return mayMailPattern.test(text) ? 'may mail' : undefined;
}

const deceasedPattern =
  /\b(?:deceased|dead|date of death|death date|verstorben|decede|fallecid[oa]|falecid[oa]|deceduto|overleden)\b/;
const mailPattern =
  '(?:(?:allow|send|receive|use|postal|bulk|physical|paper|us|direct|regular|any) ?)*mail(?:s|ing|ings)?\\b(?! (?:list|code|address|city|state|zip|street|name|date))';
const notMailPattern = new RegExp(
  [
    `\\b(?:do ?not|don ?t|no|not|never|stop) ?${mailPattern}`,
    '\\bdo ?not ?contact\\b',
    '^(?:mail |address )?undeliverable$',
    '^return(?:ed)? (?:mail|to sender)$',
    '^npai$',
    '\\bno enviar correo\\b',
    '^bad (?:mailing )?address$',
    '\\bmail opt(?:ed)? out\\b',
    `\\b(?:opt(?:ed)? out|unsubscribed)(?: of| from)? ${mailPattern}`,
    '\\b(?:werbe|post|brief|versand) ?sperre\\b',
    '\\bkeine (?:post|briefe|werbung)\\b',
    '\\bpas de courrier\\b',
  ].join('|'),
);
const mayMailPattern = new RegExp(
  `^(?:can|send|receives?|accepts?|wants?|allows?) ${mailPattern}|\\bmail(?:ing)? (?:ok|okay|yn|allowed|subscribed)$|^mailable$|^ok(?:ay)? to mail$|^contact by (?:post|mail)$|^post(?:al)? (?:consent|opt in)$|^postwerbung erlaubt$|^(?:postal|direct|paper) mail$`,
);

const no =
  /^(?:n|no|not|f|false|0(?:\.0+)?|off|nein|non|none|unknown|falsch|faux|falso|keine?|aucune?|nee|nej)$/i;

/** Matches a value that allows letters, and a date such as 0000-00-00, which some programs write for no date. */
const permission =
  /^(?:ok|okay|active|alive|living|not deceased|allow(?:ed)?|mail ok|ok to mail|mailable|0[0\s:./-]*)$/i;

/** Matches a tag or a status of people who get no letters. */
const noMailTag =
  /^(?:deceased(?: \d{4})?|dead|undeliverable|bad address|return(?:ed)? to sender|do[ _]not[ _](?:mail|contact)|no[ -](?:postal )?mail|dnm)$/i;

/** Matches a refusal. "No problem" and "Not set" are not refusals. */
const refusal =
  /^(?:never|unsubscribed|do not|opt(?:ed)?[ -]?out|nope|(?:no|not)(?: ?[\p{Pd},;.:(!]| (?:mail(?:ings?|able)?|allowed|longer|thanks|bulk)\b))/iu;

/** Returns true if the cell says that the person gets no letters, under a heading such as "Do Not Mail" or in any other column. */
export function saysNoMail(means: string, cell: string): boolean {
  const text = readPart(cell).trim();
  if (means === 'do not mail' || means === 'deceased')
    return text !== '' && !no.test(text) && !permission.test(text);
  if (means === 'may mail') return no.test(text) || refusal.test(text);
  // Some lists have "Deceased" in place of a suffix.
  if (means === 'part') return /^(?:deceased|dec'd|†)(?: \d{4})?$/i.test(text);
  // A cell may list several tags.
  return (
    (means === 'other' || means === 'unknown' || means === 'unclear') &&
    (/\bdo not (?:send )?mail\b/i.test(text) || text.split(/[,;|]/).some((tag) => noMailTag.test(tag.trim())))
  );
}
