/** Shows loaded data, or that it is loading or could not be loaded. */
import type { ComponentChildren } from 'preact';
import type { Loadable } from '../data/use_data.ts';

interface LoadedProps<Data> {
  from: Loadable<Data>;
  /** Whether more content follows, so that the placeholder should be no taller than an empty table. */
  isInline?: boolean;
  children: (data: Data) => ComponentChildren;
}

export const Loaded = <Data,>({ from: { data, error }, isInline = false, children }: LoadedProps<Data>) => (
  <>
    {error !== undefined && <ErrorMessage>{error}</ErrorMessage>}
    {data === undefined ? error === undefined && <Loading isInline={isInline} /> : children(data)}
  </>
);

/** As tall as a page or, inline, as an empty table, so that nothing moves when the data arrives. */
export const Loading = ({ isInline = false }: { isInline?: boolean }) => (
  <div class={isInline ? 'card empty' : 'loading'}>
    <p aria-busy="true">Loading…</p>
  </div>
);

export const ErrorMessage = ({ children }: { children: ComponentChildren }) => (
  <p class="error-message" role="alert">
    {children}
  </p>
);
