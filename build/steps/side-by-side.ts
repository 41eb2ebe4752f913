/** Runs work with limited concurrency. Returns the results in order. */
export async function sideBySide<T>(works: readonly (() => Promise<T>)[], atOnce: number): Promise<readonly T[]> {
  const outcomes: T[] = [];
  const waiting = works.entries(); // shared, so that each lane takes the next item
  const lane = async (): Promise<void> => {
    for (const [index, work] of waiting) outcomes[index] = await work();
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return outcomes;
}
