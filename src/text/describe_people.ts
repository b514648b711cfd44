/** Says what concerns people of a list, in one form for every message: what it is, how many people, and the first three. */
import { formatCount, listFirst } from './format.ts';
import { groupBy } from './values.ts';

export interface Finding {
  /** The person, such as "Row 2 of the file (Ann Lee)". */
  place: string;
  /** A phrase, such as "has no street", or a whole sentence. */
  what: string;
}

/** Maximum number of people whom a sentence names. */
const maxNamed = 3;
/** Maximum number of different sentences. */
const maxKinds = 5;

/** Describes the findings that concern most people first. Findings that differ only in quoted values are described together. */
export function describePeople(findings: readonly Finding[]): string {
  const kinds = groupBy(findings, ({ what }) => what.replace(/"[^"]*"/g, '""'));
  const sorted = [...kinds.values()].sort((one, other) => other.length - one.length);
  const rest = sorted.slice(maxKinds).flat().length;
  const others = `There is something else to check for ${formatCount(rest, 'more person', 'more people')}.`;
  return [...sorted.slice(0, maxKinds).map(describeKind), ...(rest > 0 ? [others] : [])].join(' ');
}

function describeKind(findings: readonly Finding[]): string {
  const [{ what } = { what: '' }] = findings;
  const count = findings.length;
  if (findings.some((one) => one.what !== what)) {
    const more =
      count > maxNamed ? ` ${formatCount(count - maxNamed, 'more is', 'more are')} like this.` : '';
    return findings.slice(0, maxNamed).map(describeOne).join(' ') + more;
  }
  const places = listFirst(
    findings.map(({ place }) => place),
    ', ',
    maxNamed,
  );
  if (count === 1 || isSentence(what)) return describeOne({ place: places, what });
  return `${formatCount(count, 'person', 'people')} ${what.replace(/(^|, )(has|is|needs|names|begins|says)\b/g, toPlural)}: ${places}.`;
}

const describeOne = ({ place, what }: Finding): string =>
  isSentence(what) ? `${place}: ${what}` : `${place} ${what}.`;

const isSentence = (what: string): boolean => what.endsWith('.');

const toPlural = (_: string, before: string, verb: string): string =>
  before + ({ has: 'have', is: 'are' }[verb] ?? verb.replace(/s$/, ''));
