import { exitCodes } from './headless/exit-code.ts';
import { runHeadless } from './headless/run-headless.ts';

/** Starts Causeway without a window, with this process's own words, streams and signals; a second signal ends it at once. */
export async function startHeadless(version: string, words: readonly string[]): Promise<number> {
  const [ending, hurry] = [new AbortController(), new AbortController()];
  const onSignal = (): void => (ending.signal.aborted ? hurry : ending).abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  const { env: environment, stdin: input, stdout: output, stderr: complaints } = process;
  try {
    return await runHeadless({ words, version, environment, input, output, complaints, ending: ending.signal, hurry: hurry.signal });
  } catch (error) {
    complaints.write(`A mistake of Causeway's: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return exitCodes.bug;
  }
}
