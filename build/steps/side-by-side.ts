/** Does all of it, so many at once, and gives what each came to, in the order they were given. */
export async function sideBySide<T>(works: readonly (() => Promise<T>)[], atOnce: number): Promise<readonly T[]> {
  const outcomes: T[] = [];
  const waiting = works.entries(); // shared, so that each lane takes what no other has
  const lane = async (): Promise<void> => {
    for (const [index, work] of waiting) outcomes[index] = await work();
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return outcomes;
}
