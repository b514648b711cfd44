/** Checks input and converts it to the types of its fields before the connector sees it, with the Zapier CLI's own rules. */
import resolveInputDataTypes from 'zapier-platform-cli/src/oclif/commands/invoke/input-types.js';
import type { InputField, Operation } from './definition.ts';
import { RequiredFieldError } from './errors.ts';

type InputData = Record<string, unknown>;

/**
 * Converts text to integers, numbers, booleans and dates, also in line items, and fills in defaults. Values that are
 * not text stay as they are, and blank fields stay blank, because the CLI's rules would convert them to 0 or the current time.
 * Zapier may drop the blank entries of a dictionary, so they are dropped.
 */
export function coerceInput(
  inputData: InputData,
  fields: readonly InputField[],
  timezone: string,
): InputData {
  const coerced: InputData = { ...inputData };
  for (const field of fields) {
    const value = coerced[field.key];
    if (field.children && Array.isArray(value)) {
      coerced[field.key] = value.map((row) =>
        isRow(row) ? coerceInput(row, field.children ?? [], timezone) : row,
      );
    } else if (typeof value === 'string' && value.trim() && !field.list && !field.dict) {
      Object.assign(coerced, resolveInputDataTypes({ [field.key]: value }, [field], timezone));
    } else if (field.dict && isRow(value)) {
      coerced[field.key] = Object.fromEntries(Object.entries(value).filter(([, entry]) => !isBlank(entry)));
    } else if ((value === undefined || value === '') && field.default !== undefined) {
      Object.assign(coerced, resolveInputDataTypes({ [field.key]: field.default }, [field], timezone));
    }
  }
  return coerced;
}

const isRow = (value: unknown): value is InputData =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws RequiredFieldError if a required field without a default is blank */
export function rejectMissingFields(
  operation: Operation,
  inputData: Record<string, unknown>,
  fields: readonly InputField[],
): void {
  const withoutDefault = fields.map((field) => (field.default ? { ...field, required: false } : field));
  const missing = findMissingFields(inputData, withoutDefault);
  if (missing.length > 0) throw new RequiredFieldError(operation.display.label, missing);
}

/** Returns the required fields that are blank, also in line items. */
function findMissingFields(inputData: InputData, fields: readonly InputField[]): InputField[] {
  return fields.flatMap((field) => {
    const value = inputData[field.key];
    if (field.children) {
      const rows = Array.isArray(value) ? value.filter(isRow) : [];
      if (rows.length > 0) return rows.flatMap((row) => findMissingFields(row, field.children ?? []));
    }
    return field.required && field.type !== 'copy' && isBlank(value) ? [field] : [];
  });
}

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);
