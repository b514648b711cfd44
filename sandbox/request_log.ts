/** The request log: what was asked and answered, with secrets masked. */
import type { Database } from './database.ts';

export interface LoggedRequest {
  id: number;
  time: string;
  client: string | null;
  method: string;
  path: string;
  query: string;
  status: number;
  request_body: string | null;
  response_body: string | null;
}

/** The log keeps this many requests. */
const kept = 2000;
/** Characters of a body that the log keeps. */
const bodyLimit = 4000;

export function logRequest(database: Database, entry: Omit<LoggedRequest, 'id'>): void {
  const id = database.next('request');
  database.put('request', String(id), {
    id,
    ...entry,
    query: masked(entry.query),
    request_body: entry.request_body && masked(entry.request_body),
    response_body: entry.response_body && masked(entry.response_body),
  });
  if (id % 200 === 0) database.trim('request', kept);
}

const secretNames = 'access_token|client_secret|code|password|form_token';

/** Replaces the values of what nobody may read in a log, in a query and in JSON. */
export const masked = (text: string): string =>
  text
    .replace(new RegExp(`(^|[?&])(${secretNames})=[^&]*`, 'g'), '$1$2=***')
    .replace(new RegExp(`("(?:${secretNames.replace('code|', '')})"\\s*:\\s*")[^"]*`, 'g'), '$1***');

/** A body as the log shows it: text as it is, anything else by its size. */
export function shownBody(bytes: Uint8Array, contentType: string | null | undefined): string | null {
  if (bytes.length === 0) return null;
  const isText = /json|text|xml|urlencoded/i.test(contentType ?? '') || !contentType;
  const text = Buffer.from(bytes.subarray(0, bodyLimit)).toString('utf8');
  if (!isText || text.includes('\0')) return `<${bytes.length} bytes>`;
  return bytes.length > bodyLimit ? `${text}…` : text;
}
