/** Shows loaded data, or that it is loading or could not be loaded. */
import type { ComponentChildren } from 'preact';
import type { Loadable } from '../data/use_data.ts';

interface LoadedProps<Data> {
  from: Loadable<Data>;
  children: (data: Data) => ComponentChildren;
}

export const Loaded = <Data,>({ from: { data, error }, children }: LoadedProps<Data>) => (
  <>
    {error !== undefined && <ErrorMessage>{error}</ErrorMessage>}
    {data === undefined ? error === undefined && <Loading /> : children(data)}
  </>
);

/** As tall as a screen, so that nothing below moves when the data arrives. */
export const Loading = ({ children = 'Loading…' }: { children?: ComponentChildren }) => (
  <p class="quiet loading" aria-busy="true">
    {children}
  </p>
);

export const ErrorMessage = ({ children }: { children: ComponentChildren }) => (
  <p class="error-message" role="alert">
    {children}
  </p>
);
