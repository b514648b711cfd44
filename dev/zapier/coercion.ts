/**
 * What a user typed or mapped, turned into what the fields' types promise, before the connector sees it: with the
 * platform's own rules, which its command line carries for `invoke`.
 */
import resolveInputDataTypes from 'zapier-platform-cli/src/oclif/commands/invoke/input-types.js';
import type { InputField } from './definition.ts';

type Row = Record<string, unknown>;

/**
 * Integers, numbers, booleans and dates from text, in line items too. Only text is read: what an earlier step gave as a
 * number stays one, lists stay lists, and a field that was left blank stays blank (the rules alone would make 0 or now of it).
 */
export function coerce(inputData: Row, fields: readonly InputField[], timezone: string): Row {
  const coerced: Row = { ...inputData };
  for (const field of fields) {
    const value = coerced[field.key];
    if (field.children && Array.isArray(value)) {
      coerced[field.key] = value.map((row) =>
        isRow(row) ? coerce(row, field.children ?? [], timezone) : row,
      );
    } else if (typeof value === 'string' && value.trim() && !field.list && !field.dict) {
      Object.assign(coerced, resolveInputDataTypes({ [field.key]: value }, [field], timezone));
    } else if ((value === undefined || value === '') && field.default !== undefined) {
      Object.assign(coerced, resolveInputDataTypes({ [field.key]: field.default }, [field], timezone));
    }
  }
  return coerced;
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The required fields that have no value, in line items too. */
export function missingFields(inputData: Row, fields: readonly InputField[]): InputField[] {
  const blank = (value: unknown) =>
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return fields.flatMap((field) => {
    const value = inputData[field.key];
    if (field.children) {
      const rows = Array.isArray(value) ? value.filter(isRow) : [];
      if (rows.length > 0) return rows.flatMap((row) => missingFields(row, field.children ?? []));
    }
    return field.required && field.type !== 'copy' && blank(value) ? [field] : [];
  });
}
