interface Item {
  readonly id: string;
}

/** Edits one list of items and remembers their order as long as the program runs, so that a removed item is put back where it was. */
export function createItemOrder() {
  /** Includes removed items, so that several can be put back in any sequence. */
  const ids = new Set<string>();
  const add = (items: readonly Item[]): void => {
    for (const { id } of items) ids.add(id);
  };
  return {
    /** Replaces the item with the same id, puts back a removed one, or appends a new one. */
    put: <T extends Item>(items: readonly T[], item: T): readonly T[] => {
      if (items.some(({ id }) => id === item.id)) return items.map((other) => (other.id === item.id ? item : other));
      add([...items, item]);
      const ordered = [...ids];
      const later = new Set(ordered.slice(ordered.indexOf(item.id)));
      const index = items.findIndex(({ id }) => later.has(id));
      return items.toSpliced(index < 0 ? items.length : index, 0, item);
    },
    remove: <T extends Item>(items: readonly T[], id: string): readonly T[] => {
      add(items);
      return items.filter((item) => item.id !== id);
    },
  };
}
