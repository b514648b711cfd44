/** Turns a command into a request to the control API. */
import type { Options } from './options.ts';

const allScopes =
  'contacts.read contacts.write orders.read orders.write pls.files.read pls.files.write pls.lists.write';

/** A request to the control API. */
export interface Call {
  method: string;
  path: string;
  body?: unknown;
}

/** Returns the request for a command. @throws if the command is unknown or incomplete */
export function callFor(word: string, rest: readonly string[], values: Options): Call {
  const [first] = rest;
  const required = (what: string): string => {
    if (first === undefined) throw new Error(`"${word}" needs ${what}.`);
    return first;
  };
  switch (word) {
    case 'trigger':
      return triggerCall(required('an event, such as mail-returned'), values);
    case 'order':
    case 'cancel': {
      const id = encodeURIComponent(required('an order ID'));
      return { method: 'POST', path: `/orders/${id}/${word === 'cancel' ? 'cancel' : 'advance'}` };
    }
    case 'advance':
      return {
        method: 'POST',
        path: '/clock',
        body: { advance: required('a duration, such as 3d') },
      };
    case 'freeze':
      return {
        method: 'POST',
        path: '/clock',
        body: { freeze: required('a time, such as 2026-03-13T09:00:00Z') },
      };
    case 'run':
      return { method: 'POST', path: '/clock', body: { run: true } };
    case 'clock':
      return { method: 'GET', path: '/clock' };
    case 'reset':
      return { method: 'POST', path: '/reset' };
    case 'token': {
      const { user = 'demo@example.com', client = 'sandbox-client', scopes = allScopes } = values;
      return {
        method: 'POST',
        path: '/tokens',
        body: { user, client, scopes: scopes.split(/[\s,]+/).filter(Boolean) },
      };
    }
    case 'deliveries':
      return {
        method: 'GET',
        path: first === undefined ? '/deliveries' : `/deliveries/${encodeURIComponent(first)}`,
      };
    case 'lists':
      return { method: 'GET', path: first === undefined ? '/lists' : `/lists/${encodeURIComponent(first)}` };
    case 'resend':
      return {
        method: 'POST',
        path: `/deliveries/${encodeURIComponent(required('a delivery ID'))}/resend`,
      };
    case 'requests':
      return { method: 'GET', path: '/requests' };
    case 'fault':
      if (first === 'clear') return { method: 'DELETE', path: '/faults' };
      if (first === 'remove') return removeFaultCall(rest[1]);
      return faultCall(first, values);
    case 'seed':
      return { method: 'GET', path: '/seed' };
    default:
      throw new Error(`Unknown command "${word}". For a list, run "npm run sandbox -- --help".`);
  }
}

function removeFaultCall(id: string | undefined): Call {
  if (id === undefined) throw new Error('"fault remove" needs the ID of a rule. "fault" lists the rules.');
  return { method: 'DELETE', path: `/faults/${encodeURIComponent(id)}` };
}

function faultCall(rule: string | undefined, values: Options): Call {
  const call = (body: unknown): Call => ({ method: 'POST', path: '/faults', body });
  if (rule !== undefined) return call(parseJson(rule, 'The rule'));
  const headers = Object.fromEntries((values.header ?? []).map(headerPair));
  const then = {
    status: numberOf(values, 'status'),
    body: values['response-body'],
    headers: values.header ? headers : undefined,
    delay_ms: numberOf(values, 'delay'),
    reset: values.reset,
    truncate: numberOf(values, 'truncate'),
  };
  const match = { method: values.method, path: values.path };
  const when = {
    nth: numberOf(values, 'nth'),
    probability: numberOf(values, 'probability'),
    seed: numberOf(values, 'seed-number'),
  };
  return [then, match, when].every(isEmpty)
    ? { method: 'GET', path: '/faults' }
    : call({ match, ...when, then });
}

function headerPair(text: string): [string, string] {
  const [name = '', ...value] = text.split(':');
  return [name.trim(), value.join(':').trim()];
}

function numberOf(
  values: Options,
  option: 'status' | 'delay' | 'truncate' | 'nth' | 'probability' | 'seed-number',
): number | undefined {
  const text = values[option];
  if (text === undefined) return undefined;
  if (text.trim() === '' || Number.isNaN(Number(text)))
    throw new Error(`--${option} must be a number, not "${text}".`);
  return Number(text);
}

function triggerCall(event: string, values: Options): Call {
  const path = `/events/${event}`;
  const address = {
    street: values.street,
    city: values.city,
    state: values.state,
    postal_code: values['postal-code'],
    country: values.country,
  };
  const sent = isEmpty(address) ? undefined : address;
  const { contact: contact_id, code, message, order: order_id, user } = values;
  switch (event) {
    case 'address-update':
      return {
        method: 'POST',
        path,
        body: { contact_id, code, message, new_address: sent },
      };
    case 'mail-returned':
      return {
        method: 'POST',
        path,
        body: { contact_id, forwarding_address: sent },
      };
    case 'order-complete':
    case 'shipped':
      return { method: 'POST', path, body: { order_id } };
    case 'raw':
      return {
        method: 'POST',
        path,
        body: {
          event: values.event,
          user,
          query: values.query === undefined ? undefined : parseJson(values.query, '--query'),
          body: values.body === undefined ? undefined : parseJson(values.body, '--body'),
        },
      };
    default:
      throw new Error(
        `Unknown event "${event}". Use address-update, mail-returned, order-complete, shipped or raw.`,
      );
  }
}

const isEmpty = (parts: object): boolean => Object.values(parts).every((value) => value === undefined);

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${what} is not valid JSON: ${text}`);
  }
}
