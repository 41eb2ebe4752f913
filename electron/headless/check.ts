import type { Core } from '../core/create-core.ts';
import { exitCodeFor, exitCodes, type ExitCode } from '../command-line/exit-code.ts';
import { waitUntilReady } from './wait-until-ready.ts';
import type { Reporter } from './reporter.ts';
import { forTerminal } from './cli-remedies.ts';

/** Looks at each step of the way, says what is wrong, and gives the exit code. */
export async function check(core: Core, report: Reporter, signal: AbortSignal): Promise<ExitCode> {
  const mode = await waitUntilReady(core, signal);
  if (mode === undefined) return exitCodes.unavailable;
  const result = await core.handlers['connectionCheck.run']({ mode }, { signal });
  if (!result.ok) {
    report.failure(result.failure);
    return exitCodeFor(result.failure.code);
  }
  const { steps, verdict, text } = result.value;
  const bad = steps.find(({ failure }) => failure !== null)?.failure ?? null;
  const told = (words: string): string => (bad ? words.replaceAll(bad.remedy, () => forTerminal(bad).remedy) : words);
  report.say(told(text).trimEnd(), {
    event: 'check',
    mode,
    verdict: told(verdict),
    steps: steps.map(({ name, state, ms, finding }) => ({ name, state, ms: ms === null ? null : Math.round(ms), finding })),
  });
  return bad ? exitCodeFor(bad.code) : exitCodes.done;
}
