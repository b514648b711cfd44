/** Zapier's checks of input fields. */
import { type App, allEntries, allInputFields, inputFieldsOf, type LocatedField } from './app.ts';
import type { Problem } from './problem.ts';

/** A field for an ID has a dropdown. */
export const D004 = (app: App): Problem[] =>
  allInputFields(app)
    .filter(({ field: { key, label = '', choices, dynamic, children } }) => {
      const isId = /(^|_)ids?$/.test(key) || /\bIDs?$/.test(label);
      return isId && !choices && !dynamic && !children;
    })
    .map(({ path }) => ({ where: path, problem: 'asks for an ID; add a dropdown' }));

/** The trigger that fills a dropdown exists. */
export const D005 = (app: App): Problem[] =>
  allInputFields(app).flatMap(({ path, field: { dynamic } }) => {
    const trigger = dynamic?.split('.')[0];
    return trigger === undefined || Object.hasOwn(app.triggers, trigger)
      ? []
      : [{ where: path, problem: `refers to the trigger "${trigger}", which does not exist` }];
  });

/** A search has an input field. */
export const D009 = (app: App): Problem[] =>
  Object.entries(app.searches)
    .filter(([, { operation }]) => operation.inputFields.length === 0)
    .map(([key]) => ({ where: `searches.${key}`, problem: 'has no input field; add one to search by' }));

/** A help text adds information to the label. */
export const D011 = (app: App): Problem[] =>
  allInputFields(app)
    .filter(({ field: { label, helpText } }) => {
      if (!label || !helpText) return false;
      const added = words(helpText).filter((word) => !words(label).includes(word) && !fillerWords.has(word));
      return added.length === 0;
    })
    .map(({ path, field }) => ({
      where: path,
      problem: `has help text that only repeats the label "${field.label}"; add information or remove it`,
    }));

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const fillerWords = new Set(
  'a an the of for to is this that your enter choose select provide please field value here'.split(' '),
);

/** The search that a field offers as an earlier step exists. */
export const D013 = (app: App): Problem[] =>
  allInputFields(app).flatMap(({ path, field: { search } }) => {
    const key = search?.split('.')[0];
    return key === undefined || Object.hasOwn(app.searches, key)
      ? []
      : [{ where: path, problem: `refers to the search "${key}", which does not exist` }];
  });

/** A field with a search takes a single plain value. */
export const D014 = (app: App): Problem[] =>
  allInputFields(app)
    .filter(
      ({ field: { search, type = 'string', list, dict, children } }) =>
        search !== undefined &&
        (!['string', 'number', 'integer'].includes(type) || list || dict || children !== undefined),
    )
    .map(({ path }) => ({
      where: path,
      problem: 'has a search, so it must be a single string, number or integer',
    }));

/** An action has a field that is not computed, so that its form is never empty. */
export const D022 = (app: App): Problem[] =>
  Object.entries(app.creates)
    .filter(([, { operation }]) => operation.inputFields.every((field) => typeof field === 'string'))
    .map(([key]) => ({
      where: `creates.${key}`,
      problem: 'has only computed input fields; add a static one',
    }));

/** The label of a dropdown says what users select, not that it has an ID. */
export const G05 = (app: App): Problem[] =>
  allInputFields(app)
    .filter(({ field: { label = '', choices } }) => choices && /\bIDs?\b/i.test(label))
    .map(({ path, field }) => ({
      where: path,
      problem: `is labeled "${field.label}"; name the thing itself, such as "Contact"`,
    }));

/** Required fields come first. */
export const G06 = (app: App): Problem[] =>
  allEntries(app).flatMap((located) => {
    const fields = inputFieldsOf(located).filter(({ parent, field }) => !parent && field.type !== 'copy');
    const firstOptional = fields.findIndex(({ field }) => !field.required);
    return firstOptional < 0
      ? []
      : fields
          .slice(firstOptional)
          .filter(({ field }) => field.required)
          .map(({ path }) => ({ where: path, problem: 'is required but comes after optional fields' }));
  });

/** Every field has a label. */
export const G07 = (app: App): Problem[] =>
  allInputFields(app)
    .filter(({ field }) => field.type !== 'copy' && !field.label)
    .map(({ path }) => ({ where: path, problem: 'has no label' }));

/** A choice has a readable label. */
export const G08 = (app: App): Problem[] =>
  allInputFields(app).flatMap(({ path, field }) =>
    choiceLabels(field).flatMap(({ value, label }) =>
      label.includes('_') || label === ''
        ? [{ where: path, problem: `offers "${label || value}", which is a key; add a readable label` }]
        : [],
    ),
  );

function choiceLabels({ choices }: LocatedField['field']): { value: string; label: string }[] {
  if (choices === undefined) return [];
  if (Array.isArray(choices))
    return choices.map((one) =>
      typeof one === 'string' ? { value: one, label: one } : { value: one.value, label: one.label },
    );
  if (typeof choices.perform === 'string') return [];
  return Object.entries(choices).map(([value, label]) => ({ value, label: String(label) }));
}

/** An action that cannot be undone shows a warning. */
export const G09 = (app: App): Problem[] =>
  allEntries(app)
    .filter(({ kind, entry: { key } }) => kind === 'creates' && /^(delete|remove|replace|clear)_/.test(key))
    .filter((located) => !inputFieldsOf(located).some(({ field }) => field.type === 'copy' && field.helpText))
    .map(({ path }) => ({
      where: path,
      problem: 'cannot be undone and has no warning (a field of type copy)',
    }));

/** Words that only developers use. */
const jargon =
  /\b(api|endpoints?|payloads?|webhooks?|boolean|null|undefined|strings?|integers?|floats?|array|params?|parameters?|http|uri|uuid|hash|enum|regex|timestamps?|json object|key-value)\b/i;

/** Texts for users avoid developer terms. */
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
