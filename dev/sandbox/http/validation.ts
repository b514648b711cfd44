/** Validates bodies and query parameters, and explains what is wrong with them. */
import type * as zod from 'zod';
import { ServiceError, shorten } from './service_error.ts';

/** Error codes for a missing and for an invalid attribute. */
export interface ValueCodes {
  missing: string;
  invalid: string;
  /** Returns the error code, for endpoints with a code for each kind of mistake. */
  codeOf?(issue: zod.core.$ZodIssue, part: unknown): string;
}

/** Validates a value with a schema. @throws 400 with the attribute and its expected type */
export function validate<S extends zod.ZodType>(schema: S, value: unknown, codes: ValueCodes): zod.output<S> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw issue
    ? explainIssue(issue, value, codes)
    : new ServiceError(400, codes.invalid, 'The body is not valid.');
}

function explainIssue(issue: zod.core.$ZodIssue, value: unknown, codes: ValueCodes): ServiceError {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  const attribute = attributeName(path);
  const subject = attribute ? `The attribute ${shorten(attribute)}` : 'The body';
  const code = codes.codeOf?.(issue, valueAt(value, issue.path)) ?? codes.invalid;
  const named = attribute ? { attribute: shorten(attribute) } : {};
  if (issue.code === 'unrecognized_keys')
    return new ServiceError(400, code, `${subject} is unknown. Remove it.`, named);
  if (issue.code !== 'custom' && valueAt(value, issue.path) === undefined && attribute)
    return new ServiceError(400, codes.codeOf ? code : codes.missing, `${subject} is missing.`, named);
  const { sentence, type } = describeExpectation(issue);
  return new ServiceError(400, code, `${subject} ${sentence}.`, {
    ...named,
    ...(type ? { expected_type: type } : {}),
  });
}

function describeExpectation(issue: zod.core.$ZodIssue): { sentence: string; type?: string } {
  switch (issue.code) {
    case 'invalid_type': {
      const type = jsonType(issue.expected);
      return { sentence: `must be of type ${type}`, type };
    }
    case 'invalid_value': {
      return { sentence: `must be ${issue.values.map(String).join(' or ')}`, type: typeof issue.values[0] };
    }
    case 'invalid_union': {
      const choices = 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : [];
      return choices.length > 0
        ? { sentence: `must be ${choices.join(' or ')}`, type: 'string' }
        : { sentence: 'is not valid' };
    }
    case 'too_big':
      return { sentence: `is too large. The maximum is ${issue.maximum}`, type: jsonType(issue.origin) };
    case 'too_small':
      return {
        sentence: `is too small. It must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`,
        type: jsonType(issue.origin),
      };
    case 'invalid_format':
      return { sentence: issue.message, type: 'string' };
    default:
      return { sentence: issue.message };
  }
}

/** Returns the name of a type in JSON Schema. */
const jsonType = (kind: string): string => (kind === 'int' ? 'integer' : kind === 'record' ? 'object' : kind);

const attributeName = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (name, part) =>
      typeof part === 'number' ? `${name}[${part}]` : name ? `${name}.${String(part)}` : String(part),
    '',
  );

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, part) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, part)
        ? Reflect.get(inner, part)
        : undefined,
    value,
  );
}
