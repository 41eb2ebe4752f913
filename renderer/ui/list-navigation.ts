/** Where a key moves the focus in a list of `count` items, or undefined if the key does not move. */
export function moveInList(key: string, current: number, count: number, pageSize = 10): number | undefined {
  if (count === 0) return undefined;
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(current + 1, last);
    case 'ArrowUp':
      return current < 0 ? last : Math.max(current - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'PageDown':
      return Math.min(Math.max(current, 0) + pageSize, last);
    case 'PageUp':
      return Math.max(current - pageSize, 0);
    default:
      return undefined;
  }
}

/**
 * The item that typing leads to. One letter repeated walks through the items that begin with it;
 * more letters stay on the current item while it still matches.
 */
export function typeAhead(labels: readonly string[], current: number, typed: string): number | undefined {
  const wanted = typed.toLocaleLowerCase();
  const first = wanted.charAt(0);
  if (first === '' || labels.length === 0) return undefined;
  const isOneLetter = wanted === first.repeat(wanted.length);
  const prefix = isOneLetter ? first : wanted;
  const start = isOneLetter ? current + 1 : Math.max(current, 0);
  for (let step = 0; step < labels.length; step++) {
    const index = (start + step + labels.length) % labels.length;
    if (labels[index]?.toLocaleLowerCase().startsWith(prefix) === true) return index;
  }
  return undefined;
}
