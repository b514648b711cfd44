import { type ComponentChildren, Fragment } from 'preact';

/** Facts by label. Values that are null or empty are left out. */
export const Facts = ({ facts }: { facts: Record<string, ComponentChildren> }) => (
  <dl class="facts">
    {Object.entries(facts)
      .filter(([, value]) => value !== null && value !== '')
      .map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
  </dl>
);
