/** Zapier's checks of what users fill in. */
import { type App, allEntries, allInputFields, inputFieldsOf, type PlacedField } from './app.ts';
import type { Problem } from './problem.ts';

/** Nobody should have to look up and type an id: such a field has a dropdown. */
export const D004 = (app: App): Problem[] =>
  allInputFields(app)
    .filter(({ field: { key, label = '', choices, dynamic, children } }) => {
      const isId = /(^|_)ids?$/.test(key) || /\bIDs?$/.test(label);
      return isId && !choices && !dynamic && !children;
    })
    .map(({ path }) => ({ where: path, problem: 'takes an id that users have to know; give it a dropdown' }));

/** A dropdown filled by a trigger names one that exists. */
export const D005 = (app: App): Problem[] =>
  allInputFields(app).flatMap(({ path, field: { dynamic } }) => {
    const trigger = dynamic?.split('.')[0];
    return trigger === undefined || Object.hasOwn(app.triggers, trigger)
      ? []
      : [{ where: path, problem: `is filled by the trigger "${trigger}", which does not exist` }];
  });

/** A search needs something to search by. */
export const D009 = (app: App): Problem[] =>
  Object.entries(app.searches)
    .filter(([, { operation }]) => operation.inputFields.length === 0)
    .map(([key]) => ({ where: `searches.${key}`, problem: 'has no input field; add one to search by' }));

/** A help text says more than the label does. */
export const D011 = (app: App): Problem[] =>
  allInputFields(app)
    .filter(({ field: { label, helpText } }) => {
      if (!label || !helpText) return false;
      const added = words(helpText).filter((word) => !words(label).includes(word) && !fillers.has(word));
      return added.length === 0;
    })
    .map(({ path, field }) => ({
      where: path,
      problem: `its help text only repeats the label "${field.label}"; say something new or leave it out`,
    }));

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const fillers = new Set(
  'a an the of for to is this that your enter choose select provide please field value here'.split(' '),
);

/** "Add a search step" leads to a search that exists. */
export const D013 = (app: App): Problem[] =>
  allInputFields(app).flatMap(({ path, field: { search } }) => {
    const key = search?.split('.')[0];
    return key === undefined || Object.hasOwn(app.searches, key)
      ? []
      : [{ where: path, problem: `names the search "${key}", which does not exist` }];
  });

/** A field with a search step takes one plain value. */
export const D014 = (app: App): Problem[] =>
  allInputFields(app)
    .filter(
      ({ field: { search, type = 'string', list, dict, children } }) =>
        search !== undefined &&
        (!['string', 'number', 'integer'].includes(type) || list || dict || children !== undefined),
    )
    .map(({ path }) => ({
      where: path,
      problem: 'has a search step, so it must be a string, number or integer, and no list or line item',
    }));

/** An action can be filled in before any function of it has run. */
export const D022 = (app: App): Problem[] =>
  Object.entries(app.creates)
    .filter(([, { operation }]) => operation.inputFields.every((field) => typeof field === 'string'))
    .map(([key]) => ({
      where: `creates.${key}`,
      problem: 'has no input field of its own, only computed ones',
    }));

/** The label of a dropdown names the thing that is chosen, not its ID. */
export const G05 = (app: App): Problem[] =>
  allInputFields(app)
    .filter(({ field: { label = '', choices } }) => choices && /\bIDs?\b/i.test(label))
    .map(({ path, field }) => ({
      where: path,
      problem: `is labelled "${field.label}"; name the thing itself, such as "Contact"`,
    }));

/** Required fields come first, so that nobody has to look for what is still missing. */
export const G06 = (app: App): Problem[] =>
  allEntries(app).flatMap((placed) => {
    const fields = inputFieldsOf(placed).filter(({ parent, field }) => !parent && field.type !== 'copy');
    const firstOptional = fields.findIndex(({ field }) => !field.required);
    return firstOptional < 0
      ? []
      : fields
          .slice(firstOptional)
          .filter(({ field }) => field.required)
          .map(({ path }) => ({ where: path, problem: 'is required and stands after optional fields' }));
  });

/** Every field has a label, for its key is not for people. */
export const G07 = (app: App): Problem[] =>
  allInputFields(app)
    .filter(({ field }) => field.type !== 'copy' && !field.label)
    .map(({ path }) => ({ where: path, problem: 'has no label' }));

/** A choice is worded; what is stored is not for people. */
export const G08 = (app: App): Problem[] =>
  allInputFields(app).flatMap(({ path, field }) =>
    choiceLabels(field).flatMap(({ value, label }) =>
      label.includes('_') || label === ''
        ? [{ where: path, problem: `offers "${label || value}", which is a key and not words` }]
        : [],
    ),
  );

function choiceLabels({ choices }: PlacedField['field']): { value: string; label: string }[] {
  if (choices === undefined) return [];
  if (Array.isArray(choices))
    return choices.map((one) =>
      typeof one === 'string' ? { value: one, label: one } : { value: one.value, label: one.label },
    );
  if (typeof choices.perform === 'string') return [];
  return Object.entries(choices).map(([value, label]) => ({ value, label: String(label) }));
}

/** What cannot be undone says so before it is done. */
export const G09 = (app: App): Problem[] =>
  allEntries(app)
    .filter(({ kind, entry: { key } }) => kind === 'creates' && /^(delete|remove|replace|clear)_/.test(key))
    .filter((placed) => !inputFieldsOf(placed).some(({ field }) => field.type === 'copy' && field.helpText))
    .map(({ path }) => ({
      where: path,
      problem: 'cannot be undone and has no warning (a field of type copy)',
    }));

/** Words that only programmers use. */
const jargon =
  /\b(api|endpoints?|payloads?|webhooks?|boolean|null|undefined|strings?|integers?|floats?|array|params?|parameters?|http|uri|uuid|hash|enum|regex|timestamps?|json object|key-value)\b/i;

/** Texts for people who build Zaps are in plain words. */
export const G10 = (app: App): Problem[] => [
  ...allInputFields(app).flatMap(({ path, field }) => {
    const word = jargon.exec(`${field.label ?? ''} ${field.helpText ?? ''}`)?.[0];
    return word ? [{ where: path, problem: `says "${word}", which is a programmer's word` }] : [];
  }),
  ...allEntries(app).flatMap(({ path, entry: { display } }) => {
    const word = jargon.exec(`${display.label} ${display.description}`)?.[0];
    return word ? [{ where: path, problem: `says "${word}", which is a programmer's word` }] : [];
  }),
];
