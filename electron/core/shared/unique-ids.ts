/** Creates a function that returns each id once: as requested, or with a number appended if it is taken. */
export function createUniqueIds(): (wanted: string) => string {
  const given = new Set<string>();
  const counts = new Map<string, number>();
  return (wanted) => {
    let id = wanted;
    for (let count = counts.get(wanted) ?? 1; given.has(id);) {
      count += 1;
      counts.set(wanted, count); // so that a thousand equal names are not counted from one each time
      id = `${wanted}-${count}`;
    }
    given.add(id);
    return id;
  };
}
