/** The frame of a page: header, navigation and the content of the current section. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { ErrorBoundary } from './error_boundary.tsx';
import { Notices } from './notices.tsx';

export interface Section {
  /** `#/…`. */
  href: string;
  label: string;
  /** How many records the section shows. */
  count?: number | undefined;
  /** The count with its noun, such as `1 run`, if the label does not say what is counted. */
  countLabel?: string | undefined;
  /** Highlights the count. */
  attention?: boolean | undefined;
}

export interface SectionGroup {
  label?: string;
  sections: Section[];
}

interface PageFrameProps {
  brand: string;
  /** A short note next to the brand. */
  note?: ComponentChildren;
  /** Controls on the right of the header, for all sections. */
  tools?: ComponentChildren;
  groups: SectionGroup[];
  /** The href of the current section. */
  current: string;
  children: ComponentChildren;
}

export function PageFrame({ brand, note, tools, groups, current, children }: PageFrameProps) {
  const isMenuOpen = useSignal(false);
  return (
    <div class="frame">
      <header class="frame-head">
        {/* Not a link: its hash would replace the route. */}
        <button
          type="button"
          class="visually-hidden"
          onClick={() => document.getElementById('content')?.focus()}
        >
          Skip to content
        </button>
        <button
          type="button"
          class="secondary frame-menu"
          aria-expanded={isMenuOpen.value}
          aria-controls="sections"
          onClick={() => {
            isMenuOpen.value = !isMenuOpen.value;
          }}
        >
          Menu
        </button>
        <a class="frame-brand" href="#/">
          {brand}
        </a>
        {note && <span class="frame-note">{note}</span>}
        {tools && <div class="frame-tools">{tools}</div>}
      </header>
      <nav id="sections" class={`frame-nav ${isMenuOpen.value ? 'open' : ''}`} aria-label="Sections">
        {groups.map(({ label, sections }) => (
          <div key={label ?? ''}>
            {label && <h2>{label}</h2>}
            <ul>
              {sections.map((section) => (
                <li key={section.href}>
                  <SectionLink
                    section={section}
                    isCurrent={section.href === current}
                    onClick={() => {
                      isMenuOpen.value = false;
                    }}
                  />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <main class="frame-main" id="content" tabIndex={-1}>
        <ErrorBoundary key={current}>{children}</ErrorBoundary>
      </main>
      <Notices />
    </div>
  );
}

function SectionLink({
  section: { href, label, count, countLabel, attention },
  isCurrent,
  onClick,
}: {
  section: Section;
  isCurrent: boolean;
  onClick: () => void;
}) {
  return (
    <a href={href} aria-current={isCurrent ? 'page' : undefined} onClick={onClick}>
      <span>{label}</span>
      {count !== undefined && (
        <span class={`count ${attention ? 'attention' : ''}`} title={countLabel}>
          <span aria-hidden={countLabel !== undefined}>{count}</span>
          {countLabel && <span class="visually-hidden">{countLabel}</span>}
        </span>
      )}
    </a>
  );
}
