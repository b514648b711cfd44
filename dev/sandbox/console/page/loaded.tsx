import type { ComponentChildren } from 'preact';
import type { Loadable } from './data.ts';

interface LoadedProps<Data> {
  from: Loadable<Data>;
  children: (data: Data) => ComponentChildren;
}

/** Shows data, a placeholder while it loads, or why it is not available. */
export const Loaded = <Data,>({ from: { data, error }, children }: LoadedProps<Data>) => (
  <>
    {error !== undefined && <ErrorMessage>{error}</ErrorMessage>}
    {data === undefined ? error === undefined && <Loading /> : children(data)}
  </>
);

export const Loading = () => (
  <p class="loading quiet" aria-busy="true">
    Loading…
  </p>
);

export const ErrorMessage = ({ children }: { children: ComponentChildren }) => (
  <p class="error-message" role="alert">
    {children}
  </p>
);
