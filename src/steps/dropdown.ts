import { groupBy } from '../text/values.ts';

interface Choice {
  id: string;
  label: string;
  /** Added to equal labels, such as a time. */
  detail?: string | undefined;
}

/** Returns a page of a dropdown. By default, it is the only page. Details and IDs distinguish equal labels. */
export function onePage(choices: readonly Choice[], paging_token: string | null = null) {
  const equal = groupBy(choices, ({ label }) => label);
  const results = choices.map(({ id, label, detail }) => ({
    id,
    label: equal.get(label)?.length === 1 ? label : [label, detail, id].filter(Boolean).join(' · '),
  }));
  return { results, paging_token };
}
