/** Gives each id once: as it was asked for, or with a number behind it where that is taken. */
export function createUniqueIds(): (wanted: string) => string {
  const given = new Set<string>();
  const counts = new Map<string, number>();
  return (wanted) => {
    let id = wanted;
    for (let count = counts.get(wanted) ?? 1; given.has(id);) {
      count += 1;
      counts.set(wanted, count); // so that a thousand of one name need not be counted anew each time
      id = `${wanted}-${count}`;
    }
    given.add(id);
    return id;
  };
}
