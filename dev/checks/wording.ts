/** Zapier's checks and guidelines for how operations are named and described. */
import { type App, allEntries, allInputFields, type Kind, proseIn, visibleEntries } from './app.ts';
import type { Problem } from './problem.ts';
import { lowerCaseWords } from './title_case.ts';

/** Links in descriptions and help texts are Markdown links, and a bare address stands in backticks. */
export const D008 = (app: App): Problem[] =>
  proseIn(app).flatMap(({ path, text }) => {
    const broken = /\[[^\]]*\]\((?!https:\/\/[^\s)]+\))[^)]*\)|\[[^\]]+\]\s+\(https?:/.exec(text)?.[0];
    if (broken) return [{ where: path, problem: `has the link "${broken}", which does not work` }];
    const outside = text.replace(/`[^`]*`/g, '').replace(/\[[^\]]*\]\([^)]*\)/g, '');
    const bare = /\b(https?:\/\/|www\.)\S+/.exec(outside)?.[0];
    return bare
      ? [{ where: path, problem: `has the bare address "${bare}"; make it a link or put it in backticks` }]
      : [];
  });

/** Labels are in Title Case. */
export const D018 = (app: App): Problem[] =>
  labelsOf(app)
    .filter(({ label }) => lowerCaseWords(label).length > 0)
    .map(({ where, label }) => ({
      where,
      problem: `is "${label}"; begin with a capital: ${lowerCaseWords(label).join(', ')}`,
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

/** A trigger's description begins and ends as all triggers' do. */
export const D021 = (app: App): Problem[] =>
  Object.entries(app.triggers)
    .filter(([, { display }]) => !display.hidden && !/^Triggers when .+\.$/s.test(display.description))
    .map(([key, { display }]) => ({
      where: `triggers.${key}.description`,
      problem: `is "${display.description}"; it has to begin with "Triggers when " and end with a full stop`,
    }));

/** Names of operations name neither Zapier nor the app: both are already shown beside them. */
export const G01 = (app: App): Problem[] =>
  visibleEntries(app)
    .filter(({ entry: { display } }) => /\bzap(ier|s)?\b|\bintegration\b/i.test(display.label))
    .map(({ path, entry }) => ({
      where: `${path}.label`,
      problem: `is "${entry.display.label}"; leave the name of Zapier out`,
    }));

/** Keys are words in snake case, and one key is one thing in all kinds. */
export function G02(app: App): Problem[] {
  const seen = new Map<string, string>();
  return allEntries(app).flatMap(({ path, entry: { key } }) => {
    const first = seen.get(key);
    seen.set(key, path);
    if (!/^[a-z]+(_[a-z0-9]+)+$/.test(key))
      return [{ where: path, problem: `has the key "${key}"; use words in snake case, such as new_lead` }];
    return first ? [{ where: path, problem: `has the key of ${first}` }] : [];
  });
}

const verbs: Record<Kind, { label: RegExp; description: RegExp; such: string } | undefined> = {
  triggers: undefined,
  creates: {
    label: /^(?!Create or Update|Add or)[A-Z][a-z]+ [A-Z]/,
    description: /^[A-Z][a-z]+s( and [a-z]+s)? .+\.$/s,
    such: '"Create Lead" and "Creates a new lead."',
  },
  searches: {
    label: /^Find [A-Z]/,
    description: /^Finds .+\.$/s,
    such: '"Find Lead" and "Finds a lead by email."',
  },
};

/** An action is a verb and a noun; its description tells in a sentence what it does. */
export const G03 = (app: App): Problem[] =>
  visibleEntries(app).flatMap(({ kind, path, entry: { display } }) => {
    const form = verbs[kind];
    return form && !(form.label.test(display.label) && form.description.test(display.description))
      ? [
          {
            where: path,
            problem: `is "${display.label}", "${display.description}"; write it like ${form.such}`,
          },
        ]
      : [];
  });

/** A trigger tells what has happened; "updated" alone says too little. */
export const G04 = (app: App): Problem[] =>
  Object.entries(app.triggers)
    .filter(([, { display }]) => /^(Updated|Update|New or Updated) /.test(display.label))
    .map(([key, { display }]) => ({
      where: `triggers.${key}.label`,
      problem: `is "${display.label}"; name the event, such as "Deal Moved to Stage"`,
    }));

/** A noun stands for one of its kind: Zapier puts "New" and "a" before it. */
export const G15 = (app: App): Problem[] =>
  allEntries(app)
    .filter(({ entry: { noun } }) => noun === '' || /[^su]s$/i.test(noun))
    .map(({ path, entry: { noun } }) => ({
      where: `${path}.noun`,
      problem: `is "${noun}"; use the singular`,
    }));
