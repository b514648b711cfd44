/** Links between the views of one section. */
import type { ComponentChildren } from 'preact';

interface TabsProps {
  label: string;
  tabs: { href: string; label: ComponentChildren }[];
  /** The href of the current tab. */
  current: string;
}

export const Tabs = ({ label, tabs, current }: TabsProps) => (
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
