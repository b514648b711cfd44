/** Zapier's checks and guidelines for labels and descriptions. */
import { type App, allEntries, allInputFields, type Kind, proseIn, visibleEntries } from './app.ts';
import type { Problem } from './problem.ts';
import { wordsToCapitalize } from './title_case.ts';

/** Links in descriptions and help texts are valid Markdown links, and other URLs are in backticks. */
export const D008 = (app: App): Problem[] =>
  proseIn(app).flatMap(({ path, text }) => {
    const broken = /\[[^\]]*\]\((?!https:\/\/[^\s)]+\))[^)]*\)|\[[^\]]+\]\s+\(https?:/.exec(text)?.[0];
    if (broken) return [{ where: path, problem: `contains the broken link "${broken}"` }];
    const outside = text.replace(/`[^`]*`/g, '').replace(/\[[^\]]*\]\([^)]*\)/g, '');
    const bare = /\b(https?:\/\/|www\.)\S+/.exec(outside)?.[0];
    return bare
      ? [{ where: path, problem: `contains the URL "${bare}"; make it a link or put it in backticks` }]
      : [];
  });

/** Labels are in Title Case. */
export const D018 = (app: App): Problem[] =>
  labelsOf(app)
    .filter(({ label }) => wordsToCapitalize(label).length > 0)
    .map(({ where, label }) => ({
      where,
      problem: `is "${label}"; capitalize ${wordsToCapitalize(label).join(', ')}`,
    }));

const labelsOf = (app: App): { where: string; label: string }[] => [
  ...allEntries(app).flatMap(({ path, entry: { display, noun, operation } }) => [
    { where: `${path}.label`, label: display.label },
    { where: `${path}.noun`, label: noun },
    ...operation.inputFieldGroups.map(({ key, label = '' }) => ({
      where: `${path}.inputFieldGroups.${key}`,
      label,
    })),
  ]),
  ...Object.entries(app.searchOrCreates).map(([key, { display }]) => ({
    where: `searchOrCreates.${key}.label`,
    label: display.label,
  })),
  ...allInputFields(app).map(({ path, field }) => ({ where: `${path}.label`, label: field.label ?? '' })),
];

/** A trigger's description begins with "Triggers when" and ends with a period. */
export const D021 = (app: App): Problem[] =>
  Object.entries(app.triggers)
    .filter(([, { display }]) => !display.hidden && !/^Triggers when .+\.$/s.test(display.description))
    .map(([key, { display }]) => ({
      where: `triggers.${key}.description`,
      problem: `is "${display.description}"; it must begin with "Triggers when " and end with a period`,
    }));

/** Labels do not mention Zapier, which is already shown next to them. */
export const G01 = (app: App): Problem[] =>
  visibleEntries(app)
    .filter(({ entry: { display } }) => /\bzap(ier|s)?\b|\bintegration\b/i.test(display.label))
    .map(({ path, entry }) => ({
      where: `${path}.label`,
      problem: `is "${entry.display.label}"; do not mention Zapier`,
    }));

/** Keys are several words in snake case, and unique across triggers, actions and searches. */
export function G02(app: App): Problem[] {
  const seen = new Map<string, string>();
  return allEntries(app).flatMap(({ path, entry: { key } }) => {
    const first = seen.get(key);
    seen.set(key, path);
    if (!/^[a-z]+(_[a-z0-9]+)+$/.test(key))
      return [{ where: path, problem: `has the key "${key}"; use words in snake case, such as new_lead` }];
    return first ? [{ where: path, problem: `has the same key as ${first}` }] : [];
  });
}

const conventions: Record<Kind, { label: RegExp; description: RegExp; example: string } | undefined> = {
  triggers: undefined,
  creates: {
    label: /^(?!Create or Update|Add or)[A-Z][a-z]+ [A-Z]/,
    description: /^[A-Z][a-z]+s( and [a-z]+s)? .+\.$/s,
    example: '"Create Lead" and "Creates a new lead."',
  },
  searches: {
    label: /^Find [A-Z]/,
    description: /^Finds .+\.$/s,
    example: '"Find Lead" and "Finds a lead by email."',
  },
};

/** An action's label is a verb and a noun; its description is a sentence that begins with the verb. */
export const G03 = (app: App): Problem[] =>
  visibleEntries(app).flatMap(({ kind, path, entry: { display } }) => {
    const convention = conventions[kind];
    return convention &&
      !(convention.label.test(display.label) && convention.description.test(display.description))
      ? [
          {
            where: path,
            problem: `is "${display.label}", "${display.description}"; write it like ${convention.example}`,
          },
        ]
      : [];
  });

/** A trigger's label names the event; "Updated" alone is too vague. */
export const G04 = (app: App): Problem[] =>
  Object.entries(app.triggers)
    .filter(([, { display }]) => /^(Updated|Update|New or Updated) /.test(display.label))
    .map(([key, { display }]) => ({
      where: `triggers.${key}.label`,
      problem: `is "${display.label}"; name the event, such as "Deal Moved to Stage"`,
    }));

/** A noun is in the singular, because Zapier writes "New" and "a" before it. */
export const G15 = (app: App): Problem[] =>
  allEntries(app)
    .filter(({ entry: { noun } }) => /[^su]s$/i.test(noun))
    .map(({ path, entry: { noun } }) => ({
      where: `${path}.noun`,
      problem: `is "${noun}"; use the singular`,
    }));
