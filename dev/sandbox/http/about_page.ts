/** The page that the API's responses link to: descriptions of events and errors. */
import { html } from 'hono/html';
import { page } from '../oauth/pages.ts';
import type { Service } from '../service.ts';
import { eventsFor } from '../webhooks/events.ts';

/** The error codes of orders and their conditions. */
const orderErrors = [
  ['orders.account_required', 'The token is not linked to an account.'],
  ['orders.invalid_data', 'A value has the wrong type; expected_type names the right one.'],
  ['orders.invalid_id', 'An ID is malformed or unknown.'],
  ['orders.invalid_type', 'The body is not an order.'],
  ['orders.missing_attribute', 'A required attribute is missing.'],
  ['orders.unknown_file', 'The file does not exist.'],
  ['orders.unknown_font', 'The font does not exist.'],
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
<p>The code is for programs and the message for people. <code>attribute</code> names the part of the request that is wrong.</p>
<dl>${orderErrors.map(([code, meaning]) => html`<dt><code>${code}</code></dt><dd>${meaning}</dd>`)}</dl>`,
  );
