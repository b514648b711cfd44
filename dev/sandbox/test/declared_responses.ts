/** Compares responses with what their endpoints declare. */
import { endpointsFor } from '../app.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { errorSchema, errorStatusesOf } from '../openapi/errors.ts';
import type { Variant } from '../variants.ts';

interface Exchange {
  method: string;
  path: string;
  status: number;
  contentType: string | null;
  body: unknown;
}

/** Returns what the endpoint does not declare of the response, or `undefined`. */
export function undeclared(
  { method, path, status, contentType, body }: Exchange,
  variants: ReadonlySet<Variant>,
): string | undefined {
  // HEAD is allowed where it has no effect, and has the status of GET.
  if (method === 'HEAD' && status === 405) return undefined;
  const endpoint = findEndpoint(method === 'HEAD' ? 'GET' : method, path, variants);
  // An unknown path (404) or method (405).
  if (!endpoint) return status < 400 ? `${method} ${path} is no endpoint` : undefined;
  const where = `${endpoint.method} ${endpoint.path} ${status}`;
  const content = errorStatusesOf(endpoint, variants).includes(status)
    ? errorSchema(variants)
    : endpoint.answers[status];
  if (content === undefined) return `${where} is not declared`;
  if (content === null || method === 'HEAD' || contentType === null) return undefined;
  const [type = ''] = contentType.split(';', 1);
  const declared =
    'mediaType' in content
      ? [content.mediaType].flat()
      : [status >= 400 && variants.has('text') ? 'text/plain' : 'application/json'];
  if (![type, '*/*'].some((one) => declared.includes(one)))
    return `${where} does not declare the type ${type}`;
  // With the variant odd-types, responses differ from their schemas.
  if ('mediaType' in content || (status < 400 && variants.has('odd-types'))) return undefined;
  const { error } = content.safeParse(body);
  return error && `${where}: ${error.message} in ${JSON.stringify(body).slice(0, 300)}`;
}

/** Finds the endpoint of a path. The longest is the most specific: `/v1/orders/{id}.pdf` before `/v1/orders/{order_id}`. */
function findEndpoint(method: string, path: string, variants: ReadonlySet<Variant>): Endpoint | undefined {
  const [pathname = ''] = path.split('?', 1);
  const matches = (one: Endpoint): boolean =>
    one.method === method &&
    new RegExp(`^${one.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname);
  const fixedLength = ({ path }: Endpoint): number => path.replace(/\{\w+\}/g, '').length;
  return endpointsFor(variants)
    .filter(matches)
    .toSorted((one, other) => fixedLength(other) - fixedLength(one))[0];
}
