/** Runs tasks with limited concurrency. Returns the results in order. */
export async function sideBySide<T>(tasks: readonly (() => Promise<T>)[], limit: number): Promise<readonly T[]> {
  const results: T[] = [];
  const pending = tasks.entries(); // shared, so that each worker takes the next task
  const worker = async (): Promise<void> => {
    for (const [index, task] of pending) results[index] = await task();
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}
