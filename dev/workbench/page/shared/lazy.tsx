/** Loads a component when it is first rendered, because the page starts faster without its code. */
import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { notifyError } from '../../../ui/components/notices.tsx';

export function lazy<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  const loaded = signal<{ Component: FunctionComponent<Props> } | undefined>(undefined);
  return (props) => {
    useEffect(() => {
      if (loaded.peek()) return;
      load().then((Component) => {
        loaded.value = { Component };
      }, notifyError);
    }, []);
    const { Component } = loaded.value ?? {};
    if (Component) return <Component {...props} />;
    return (
      <p class="loading" aria-busy="true">
        Loading…
      </p>
    );
  };
}
