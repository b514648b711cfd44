import { hrefFor } from '../../../../ui/browser/route.ts';
import type { OrderItemView } from '../../protocol.ts';

export const OrderItems = ({ items }: { items: readonly OrderItemView[] }) => (
  <ul class="order-items">
    {items.map(({ type, title, id, file, details, merge }, index) => (
      <li key={index}>
        <strong>{file === null ? title : <a href={hrefFor(['files', file])}>{title}</a>}</strong>{' '}
        <code>{id}</code> <span class="visually-hidden">{type}: </span>
        <span class="quiet">{details.join(', ')}</span>
        {merge.map(({ text, details: position }) => (
          <small key={`${text} ${position}`} class="second-line">
            “{text}” on {position}
          </small>
        ))}
      </li>
    ))}
  </ul>
);
