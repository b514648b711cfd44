/** A subscription's target URL, and the query parameters that the service adds to it. */
import { ServiceError } from '../http/service_error.ts';

/** Maximum characters of a target. */
const maxCharacters = 4000;

/**
 * Returns the target unchanged.
 * @throws 400 if it is missing, too long, or not an http(s) URL
 */
export function readTarget(target: string | undefined): string {
  if (!target)
    throw new ServiceError(400, 'hooks.missing_target', 'The query parameter target is missing.', {
      attribute: 'target',
    });
  const url = URL.canParse(target) ? new URL(target) : undefined;
  const isFit =
    url !== undefined &&
    /^https?:\/\//i.test(target) &&
    url.hostname !== '' &&
    target.length <= maxCharacters &&
    !/[\s\p{Cc}]/u.test(target);
  if (isFit) return target;
  throw new ServiceError(
    400,
    'hooks.invalid_target',
    `The target must be an http:// or https:// URL of at most ${maxCharacters} characters.`,
    { attribute: 'target' },
  );
}

/** Adds the service's query parameters to a target. They replace the target's own parameters of the same name. */
export function targetWith(target: string, parameters: Record<string, string>): string {
  const [address = ''] = target.split('#', 1);
  const mark = address.indexOf('?');
  const path = mark < 0 ? address : address.slice(0, mark);
  const own = mark < 0 ? [] : address.slice(mark + 1).split('&');
  const kept = own.filter((pair) => pair !== '' && !Object.hasOwn(parameters, nameOf(pair)));
  const added = Object.entries(parameters).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`,
  );
  return `${path}?${[...kept, ...added].join('&')}`;
}

function nameOf(pair: string): string {
  const [name = ''] = pair.split('=', 1);
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}
