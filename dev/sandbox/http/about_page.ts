/** What the service's answers point at: its events and its errors in words. */
import { html } from 'hono/html';
import { page } from '../oauth/pages.ts';
import type { Service } from '../service.ts';
import { eventsFor } from '../webhooks/events.ts';

/** The error codes of orders and their conditions. */
const orderErrors = [
  ['orders.account_required', 'The token is not linked to an account.'],
  ['orders.invalid_data', 'An element has the wrong type; expected_type names the right one.'],
  ['orders.invalid_id', 'An attribute has an id that is malformed or not known.'],
  ['orders.invalid_type', 'The body is not an order.'],
  ['orders.missing_attribute', 'Something that is needed is missing.'],
  ['orders.unknown_file', 'The file does not exist.'],
  ['orders.unknown_font', 'The font was not found.'],
  ['orders.permission_error', 'The token lacks orders.read or orders.write.'],
] as const;

export const renderAboutPage = (service: Service) =>
  page(
    'About the letter service',
    html`<h1>Events</h1>
<dl>${eventsFor(service.variants).map(
      ({ name, key, description }) => html`<dt id="${name}"><code>${key}</code></dt><dd>${description}</dd>`,
    )}</dl>
<h1 id="errors">Errors</h1>
<p>An error’s code says what was wrong, its message says it for people, and <code>attribute</code> names the part of the request.</p>
<dl>${orderErrors.map(([code, meaning]) => html`<dt><code>${code}</code></dt><dd>${meaning}</dd>`)}</dl>`,
  );
