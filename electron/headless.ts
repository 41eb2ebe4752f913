import { runHeadless } from './headless/run-headless.ts';

/** Starts Causeway without a window, with this process's own words, streams and signals. */
export async function startHeadless(version: string, words: readonly string[]): Promise<number> {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort());
  const { env: environment, stdin: input, stdout: output } = process;
  return runHeadless({ words, version, environment, input, output, ending: ending.signal });
}
