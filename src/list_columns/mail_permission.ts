/** Finds people who get no letters, from the cells under headings such as "Do Not Mail" and "Status". */
import { readPart } from '../person/printed_text.ts';
import { normalizeText } from '../text/text_match.ts';
import type { Part } from './table.ts';

const no =
  /^(?:n|no|not|f|false|0(?:\.0+)?|off|nein|non|none|unknown|unchecked|falsch|faux|falso|keine?|aucune?|nee|nej)$/i;

/** Matches a value that allows letters, and a date such as 0000-00-00, which some programs write for no date. */
const permission =
  /^(?:ok|okay|active|alive|living|not deceased|allow(?:ed)?|mail ok|ok to mail|mailable|0[0\s:./-]*)$/i;

/** Matches a tag or a status of people who get no letters. */
const noMailTag =
  /^(?:deceased(?: \d{4})?|dead|undeliverable|bad address|return(?:ed)? to sender|do[ _]not[ _](?:mail|contact)|no[ -](?:postal )?mail|dnm|e-?mail only)$/i;

/** Matches a refusal. "No problem" and "Not set" are not refusals. */
const refusal =
  /^(?:never|unsubscribed|do not|opt(?:ed)?[ -]?out|nope|(?:no|not)(?: ?[\p{Pd},;.:(!]| (?:mail(?:ings?|able)?|allowed|longer|thanks|bulk)\b))/iu;

export const isNo = (text: string): boolean => no.test(text) || refusal.test(text);

/** Returns true if the cell under this heading says that the person gets no letters. */
export function saysNoMail(part: Part, cell: string): boolean {
  if (!cell || !decidingParts.includes(part)) return false;
  const text = readPart(cell).trim();
  if (part === 'do not mail' || part === 'deceased')
    return text !== '' && !no.test(text) && !permission.test(text);
  if (part === 'may mail') return isNo(text);
  // Some lists have "Deceased" under Suffix.
  if (part === 'suffix') return /^(?:deceased|dec'd|†)(?: \d{4})?$/i.test(text);
  // A cell may list several tags.
  return (
    /\bdo not (?:send )?mail\b/i.test(text) || text.split(/[,;|]/).some((tag) => noMailTag.test(tag.trim()))
  );
}

const decidingParts: readonly Part[] = ['do not mail', 'deceased', 'may mail', 'status', 'suffix'];

/** Returns which answer under a heading that is not in the table may mean that the person gets no letter: a yes or a no. */
export function mayDecideMail(heading: string): 'yes' | 'no' | undefined {
  const words = normalizeText(
    heading.replace(/e-mail/gi, 'email').replace(/[_-]|(?<=\p{Ll})(?=\p{Lu})/gu, ' '),
  ).split(' ');
  const has = (...some: string[]): boolean => some.some((word) => words.includes(word));
  if (
    has('email', 'emails', 'phone', 'sms', 'newsletter', 'newsletters', 'call', 'calls', 'pet', 'date', 'id')
  )
    return undefined;
  if (has('deceased', 'ncoa', 'vacant', 'undeliverable')) return 'yes';
  if (has('mail', 'mailing', 'mailings', 'nomail', 'mailed'))
    return has('no', 'not', 'nomail', 'opt', 'opted', 'stop', 'dont') ? 'yes' : 'no';
  if (has('deliverable', 'mailable') || (has('valid') && has('address'))) return 'no';
  return words.length === 1 && has('active') ? 'no' : undefined;
}
