/** The heading of a view, with its back link and buttons. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface PageHeadingProps {
  title: string;
  /** A sentence below the title. */
  lead?: ComponentChildren;
  /** The list that a detail view belongs to. */
  back?: { href: string; label: string };
  /** Buttons next to the title. */
  children?: ComponentChildren;
}

/** The title of the previous view; undefined on the first one, which does not take the focus. */
let previousTitle: string | undefined;

/** Also sets the browser tab's title, and takes the focus after navigation so that screen readers announce the view. */
export function PageHeading({ title, lead, back, children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const site = document.title.split(' · ').at(-1) ?? '';
    document.title = `${title} · ${site}`;
    if (previousTitle !== undefined && previousTitle !== title && !document.querySelector('dialog[open]'))
      heading.current?.focus({ preventScroll: true });
    previousTitle = title;
  }, [title]);
  return (
    <div class="page-head">
      {back && (
        <a class="back" href={back.href}>
          <span aria-hidden="true">← </span>
          {back.label}
        </a>
      )}
      <div class="row spread">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children && <div class="row">{children}</div>}
      </div>
      {lead && <p class="lead">{lead}</p>}
    </div>
  );
}
