/** Reads the HTTP requests of a run from its log. */
import type { LogLine } from './handler_event.ts';

export interface HttpExchange {
  method: string;
  url: string;
  status: number | undefined;
  requestHeaders: string | undefined;
  requestBody: string | undefined;
  responseHeaders: string | undefined;
  responseBody: string | undefined;
}

/** @param zapierOrigin the origin of the local Zapier; requests to it are left out */
export function readHttpExchanges(logs: readonly LogLine[], zapierOrigin: string): HttpExchange[] {
  return logs.flatMap(({ data }) => {
    const url = toText(data.request_url);
    if (data.log_type !== 'http' || !url || isInternal(url, zapierOrigin)) return [];
    const query = toText(data.request_params);
    return [
      {
        method: toText(data.request_method) ?? 'GET',
        url: query && !url.includes('?') ? `${url}?${query}` : url,
        status: typeof data.response_status_code === 'number' ? data.response_status_code : undefined,
        requestHeaders: toText(data.request_headers),
        requestBody: toText(data.request_data),
        responseHeaders: toText(data.response_headers),
        responseBody: toText(data.response_content),
      },
    ];
  });
}

function toText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const isInternal = (url: string, origin: string): boolean =>
  ['/rpc', '/upload', '/logs'].some((path) => url.startsWith(origin + path));
