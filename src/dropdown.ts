import { groupBy } from './values.ts';

interface Choice {
  id: string;
  label: string;
  /** Distinguishes choices with equal labels, such as a time. Default: the ID. */
  detail?: string | undefined;
}

/** Returns a page of a dropdown. By default, it is the only page. */
export function onePage(choices: readonly Choice[], paging_token: string | null = null) {
  const equal = groupBy(choices, ({ label }) => label);
  const results = choices.map(({ id, label, detail = id }) => ({
    id,
    label: equal.get(label)?.length === 1 ? label : `${label} · ${detail}`,
  }));
  return { results, paging_token };
}
