/** What stands in place of things that are not there yet, or never will be. */
import type { ComponentChildren } from 'preact';
import type { Reading } from './world.ts';

interface ShownProps<Answer> {
  reading: Reading<Answer>;
  children: (answer: Answer) => ComponentChildren;
}

/** The answer when it is there; else why not. */
export function Shown<Answer>({ reading: { answer, problem }, children }: ShownProps<Answer>) {
  return (
    <>
      {problem !== undefined && (
        <p class="sentence-of-error" role="alert">
          {problem}
        </p>
      )}
      {answer === undefined
        ? problem === undefined && (
            <p class="quiet" aria-busy="true">
              One moment…
            </p>
          )
        : children(answer)}
    </>
  );
}

/** “100 of 250”, and a button for more. */
export function More({ shown, total, onMore }: { shown: number; total: number; onMore: () => void }) {
  if (shown >= total) return null;
  return (
    <p class="row more">
      <span class="quiet">
        {shown.toLocaleString('en')} of {total.toLocaleString('en')} are shown.
      </span>
      <button type="button" class="secondary" onClick={onMore}>
        Show more
      </button>
    </p>
  );
}
