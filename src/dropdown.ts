/** A choice of a dropdown. */
interface Choice {
  id: string;
  label: string;
  /** Added to the label if another choice has the same label. For example, a time. */
  detail?: string | undefined;
}

/** Returns a page of a dropdown. By default, it is the only page. Details, and IDs if necessary, distinguish equal labels. */
export function onePage(choices: readonly Choice[], paging_token: string | null = null) {
  const detailed = distinguish(choices, ({ detail }) => detail);
  const results = distinguish(detailed, ({ id }) => id).map(({ id, label }) => ({ id, label }));
  return { results, paging_token };
}

function distinguish(choices: readonly Choice[], addition: (choice: Choice) => string | undefined): Choice[] {
  const counts = new Map<string, number>();
  for (const { label } of choices) counts.set(label, (counts.get(label) ?? 0) + 1);
  return choices.map((choice) => {
    const added = addition(choice);
    const isShared = (counts.get(choice.label) ?? 0) > 1;
    return isShared && added ? { ...choice, label: `${choice.label} · ${added}` } : choice;
  });
}
