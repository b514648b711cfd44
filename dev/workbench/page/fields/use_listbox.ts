/** The options below an input, one of which is highlighted and moves with the keys, as in the ARIA combobox pattern. */
import { useLayoutEffect, useState } from 'preact/hooks';

/** Index of the option that a key moves to. */
function nextIndex(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (current + 1) % count;
    case 'ArrowUp':
      return (current + count - 1) % count;
    case 'PageDown':
      return Math.min(current + 8, count - 1);
    case 'PageUp':
      return Math.max(current - 8, 0);
    default:
      return undefined;
  }
}

interface ListboxActions<Option> {
  onPick(option: Option): void;
  onClose(): void;
}

/** @param options the visible options; `id` is that of the element */
export function useListbox<Option extends { id: string }>(
  options: readonly Option[],
  { onPick, onClose }: ListboxActions<Option>,
) {
  const [index, setIndex] = useState(0);
  const highlighted = options[index];
  useLayoutEffect(() => {
    if (highlighted) document.getElementById(highlighted.id)?.scrollIntoView({ block: 'nearest' });
  }, [highlighted?.id]);
  return {
    highlighted,
    highlight: setIndex,
    handleKey(event: KeyboardEvent): void {
      if (event.key === 'Escape') {
        event.stopPropagation();
        onClose();
      }
      if (event.key === 'Enter') {
        event.preventDefault();
        if (highlighted) onPick(highlighted);
      }
      const next = nextIndex(event.key, index, options.length);
      if (next === undefined || options.length === 0) return;
      event.preventDefault();
      setIndex(next);
    },
    /** Attributes of an option's element. @param isSelected - default: whether it is highlighted */
    propsOf: (option: Option, isSelected = option === highlighted) => ({
      id: option.id,
      role: 'option' as const,
      class: option === highlighted ? 'option highlighted' : 'option',
      'aria-selected': isSelected,
      tabIndex: -1,
      onPointerMove: () => setIndex(options.indexOf(option)),
      // Keeps the focus in the input.
      onPointerDown: (event: Event) => event.preventDefault(),
      onClick: () => onPick(option),
    }),
  };
}
