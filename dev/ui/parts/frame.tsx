/** The frame of a page: a head with what it is, the sections to go to, and the content of the one that is open. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Notices } from './notices.tsx';

export interface Section {
  /** `#/…`. */
  href: string;
  label: string;
  /** How many there are of what it shows. */
  count?: number | undefined;
  /** The count with what it counts, such as `1 run`, where the label does not say that. */
  countInWords?: string | undefined;
  /** The count wants to be looked at. */
  attention?: boolean | undefined;
}

export interface SectionGroup {
  label?: string;
  sections: Section[];
}

interface FrameProps {
  brand: string;
  /** What everybody should know who looks at this page. */
  note?: ComponentChildren;
  /** At the right of the head: what is chosen or shown for all sections. */
  tools?: ComponentChildren;
  groups: SectionGroup[];
  /** The href of the section that is open. */
  current: string;
  children: ComponentChildren;
}

export function PageFrame({ brand, note, tools, groups, current, children }: FrameProps) {
  const isMenuOpen = useSignal(false);
  return (
    <div class="frame">
      <header class="frame-head">
        {/* No link: the address holds the section that is open. */}
        <button
          type="button"
          class="visually-hidden"
          onClick={() => document.getElementById('content')?.focus()}
        >
          Skip to the content
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
              {sections.map(({ href, label: name, count, countInWords, attention }) => (
                <li key={href}>
                  <a
                    href={href}
                    aria-current={href === current ? 'page' : undefined}
                    onClick={() => {
                      isMenuOpen.value = false;
                    }}
                  >
                    <span>{name}</span>
                    {count !== undefined && (
                      <span class={`count ${attention ? 'attention' : ''}`} title={countInWords}>
                        <span aria-hidden={countInWords !== undefined}>{count.toLocaleString('en')}</span>
                        {countInWords && <span class="visually-hidden">{countInWords}</span>}
                      </span>
                    )}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <main class="frame-main" id="content" tabIndex={-1}>
        {children}
      </main>
      <Notices />
    </div>
  );
}

interface HeadingProps {
  title: string;
  /** A sentence under the title. */
  lead?: ComponentChildren;
  /** Where this came from, for a page about one thing. */
  back?: { href: string; label: string };
  /** Buttons beside the title. */
  children?: ComponentChildren;
}

/** Which title the browser has shown; the first one takes no focus, because nobody has gone anywhere yet. */
let shownTitle: string | undefined;

/** The heading of an open section: names the browser's tab, and takes the focus when somebody came here by a link. */
export function PageHeading({ title, lead, back, children }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const site = document.title.split(' · ').at(-1) ?? '';
    document.title = `${title} · ${site}`;
    if (shownTitle !== undefined && shownTitle !== title && !document.querySelector('dialog[open]'))
      heading.current?.focus({ preventScroll: true });
    shownTitle = title;
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

/** Links between views of one section. */
export function Tabs({
  label,
  tabs,
  current,
}: {
  label: string;
  tabs: { href: string; label: ComponentChildren }[];
  current: string;
}) {
  return (
    <nav aria-label={label}>
      <ul class="tabs">
        {tabs.map((tab) => (
          <li key={tab.href}>
            <a href={tab.href} aria-current={tab.href === current ? 'page' : undefined}>
              {tab.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
