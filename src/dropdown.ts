/** The choices of a dropdown, with labels that differ from each other. */
interface Choice {
  id: string;
  label: string;
  /** Added to the label if another choice has the same one, such as a time. */
  detail?: string | undefined;
}

export const onePage = (choices: readonly Choice[]) => ({
  results: distinctChoices(choices),
  paging_token: null,
});

/** Returns choices for Zapier. Equal labels get their details, and their IDs if they are still equal. */
export function distinctChoices(choices: readonly Choice[]): { id: string; label: string }[] {
  const detailed = distinguish(choices, ({ detail }) => detail);
  return distinguish(detailed, ({ id }) => id).map(({ id, label }) => ({ id, label }));
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
