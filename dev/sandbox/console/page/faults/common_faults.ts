/** Faults that are added with one click. */
import type { FaultRule } from '../actions/sandbox.ts';

const anyApiPath = '/v*';
const ordersPath = { method: 'POST', path: '/v1/orders' };

export const commonFaults: { description: string; rule: FaultRule }[] = [
  {
    description: 'The next order fails (500).',
    rule: {
      match: ordersPath,
      nth: 1,
      then: { status: 500, body: { status: 500, error: 'internal_error', message: 'Something went wrong.' } },
    },
  },
  {
    description: 'The next order is placed, but its response is lost.',
    rule: { match: ordersPath, nth: 1, then: { reset: 'after' } },
  },
  {
    description: 'The next request is throttled (429).',
    rule: {
      match: { path: anyApiPath },
      nth: 1,
      then: {
        status: 429,
        headers: { 'Retry-After': '30' },
        body: {
          status: 429,
          error: 'too_many_requests',
          message: 'Too many requests.',
          limit_exceeded: 'hour',
        },
      },
    },
  },
  {
    description: 'The access token is rejected (401).',
    rule: {
      match: { path: anyApiPath },
      then: {
        status: 401,
        body: { status: 401, error: 'invalid_token', message: 'The access token is unknown or was revoked.' },
      },
    },
  },
  {
    description: 'About a third of all requests fail (503).',
    rule: {
      match: { path: anyApiPath },
      probability: 0.33,
      then: { status: 503, body: { status: 503, error: 'unavailable', message: 'Try again later.' } },
    },
  },
  {
    description: 'Every response takes five seconds.',
    rule: { match: { path: anyApiPath }, then: { delay_ms: 5000 } },
  },
];
