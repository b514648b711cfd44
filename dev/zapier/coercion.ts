/** Converts input to the types of its fields before the connector sees it, with the Zapier CLI's own rules. */
import resolveInputDataTypes from 'zapier-platform-cli/src/oclif/commands/invoke/input-types.js';
import type { InputField } from './definition.ts';

type InputData = Record<string, unknown>;

/**
 * Converts text to integers, numbers, booleans and dates, also in line items, and fills in defaults. Values that are
 * not text stay as they are, and blank fields stay blank, because the CLI's rules would convert them to 0 or the current time.
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
    } else if ((value === undefined || value === '') && field.default !== undefined) {
      Object.assign(coerced, resolveInputDataTypes({ [field.key]: field.default }, [field], timezone));
    }
  }
  return coerced;
}

const isRow = (value: unknown): value is InputData =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the required fields that are blank, also in line items. */
export function findMissingFields(inputData: InputData, fields: readonly InputField[]): InputField[] {
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
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
