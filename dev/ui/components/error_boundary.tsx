/** Keeps the rest of the page when a part of it fails. */
import type { ComponentChildren } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { messageOf } from '../browser/requests.ts';

/** Shows why its content cannot be shown, instead of an empty page. */
export function ErrorBoundary({ children }: { children: ComponentChildren }) {
  const [error, retry] = useErrorBoundary();
  if (error === undefined) return <>{children}</>;
  return (
    <div role="alert">
      <p>This page could not be shown: {messageOf(error)}</p>
      <button type="button" class="secondary" onClick={retry}>
        Try again
      </button>
    </div>
  );
}
