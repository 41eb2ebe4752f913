import { describeFinding, describeVerdict, formatCheckReport } from '../presentation/connection-text.ts';
import type { Core } from '../core/create-core.ts';
import { exitCodeFor, exitCodes, type ExitCode } from '../command-line/exit-code.ts';
import type { Connection } from '../contract/connection.ts';
import type { Mode } from '../contract/profile.ts';
import type { Reporter } from './reporter.ts';

/** Runs the connection check, prints the result and returns the exit code. */
export async function check(core: Core, report: Reporter, signal: AbortSignal): Promise<ExitCode> {
  const mode = await waitUntilReady(core, signal);
  if (mode === undefined) return exitCodes.unavailable;
  const result = await core.handlers['connectionCheck.run']({ mode }, { signal });
  if (!result.ok) {
    report.failure(result.failure);
    return exitCodeFor(result.failure.code);
  }
  const { steps } = result.value;
  const bad = steps.find(({ failure }) => failure !== null)?.failure ?? null;
  report.print(formatCheckReport(result.value, 'terminal').trimEnd(), {
    event: 'check',
    mode,
    verdict: describeVerdict(result.value, 'terminal'),
    steps: steps.map((step) => ({
      name: step.name,
      state: step.state,
      ms: step.ms === null ? null : Math.round(step.ms),
      finding: describeFinding(result.value, step, 'terminal'),
    })),
  });
  return bad ? exitCodeFor(bad.code) : exitCodes.done;
}

/** Waits until the profile is connected and returns its mode. Returns undefined if that fails or is aborted. */
export async function waitUntilReady(core: Pick<Core, 'handlers' | 'listen'>, signal: AbortSignal): Promise<Mode | undefined> {
  const ready = Promise.withResolvers<Mode | undefined>();
  const update = (connection: Connection): void => {
    if (connection.state === 'ready') ready.resolve(connection.mode);
    else if (connection.state === 'failed') ready.resolve(undefined);
  };
  const unlisten = core.listen(({ event, payload }) => {
    if (event === 'connection.changed') update(payload);
  });
  const giveUp = (): void => ready.resolve(undefined);
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  const now = await core.handlers['connection.read'](undefined, { signal });
  if (now.ok) update(now.value);
  return ready.promise.finally(() => {
    unlisten();
    signal.removeEventListener('abort', giveUp);
  });
}
