import { demoProfileId } from '../contract/constants.ts';
import { defaultLocalApiSettings, type LocalApiStatus, type LocalApiSettings } from '../contract/local-api.ts';
import type { Connection } from '../contract/connection.ts';
import { ok, type Failure, type Result } from '../contract/failure.ts';
import { defaultSettings } from '../contract/settings.ts';
import type { Core } from '../core/create-core.ts';
import { exitCodeFor, exitCodes, type ExitCode } from '../command-line/exit-code.ts';
import { createQuestionAnswerer } from './answer-questions.ts';
import { canAskInTerminal } from '../command-line/program-arguments.ts';
import type { HeadlessOptions } from './options.ts';
import type { Reporter } from './reporter.ts';
import { isTokenFailure, runTable } from './run-table.ts';
import { headlessText } from './text.ts';
import { describeFinding, describeVerdict, formatCheckReport } from '../presentation/connection-text.ts';
import type { Mode } from '../contract/profile.ts';

/** Runs the connection check, prints the result and returns the exit code. */
async function check(core: Core, report: Reporter, signal: AbortSignal): Promise<ExitCode> {
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
async function waitUntilReady(core: Pick<Core, 'handlers' | 'listen'>, signal: AbortSignal): Promise<Mode | undefined> {
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

/** The terminal, and the signal that ends serving. */
export interface TerminalContext {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly errorOutput: NodeJS.WritableStream;
  readonly shutdown: AbortSignal;
}

/** Returns where to ask: not among the lines of JSON, which a program reads. */
export function promptOutput(
  { isJson }: Pick<HeadlessOptions, 'isJson'>,
  { output, errorOutput }: Pick<TerminalContext, 'output' | 'errorOutput'>,
): NodeJS.WritableStream {
  return isJson || !output.isTTY ? errorOutput : output;
}

const neverAborted: AbortSignal = new AbortController().signal;

/** Serves until shutdown or a fatal failure, or runs the connection check. Returns the exit code. */
export async function serve(core: Core, options: HeadlessOptions, report: Reporter, context: TerminalContext): Promise<ExitCode> {
  const end = Promise.withResolvers<ExitCode>();
  const connectionFailed = Promise.withResolvers<Failure>();
  const interrupted = options.isCheck || options.run ? exitCodes.incomplete : exitCodes.done;
  // a run writes its results first
  if (!options.run) context.shutdown.addEventListener('abort', () => end.resolve(interrupted), { once: true });
  if (context.shutdown.aborted) return interrupted;
  const applied = await applyOptions(core, options);
  if (!applied.ok) {
    report.failure(applied.failure);
    return exitCodeFor(applied.failure.code);
  }

  const isUnattended = !context.input.isTTY;
  const onQuestions = createQuestionAnswerer({
    hostKey: options.hostKey,
    terminal: isUnattended ? undefined : { input: context.input, output: promptOutput(options, context) },
    canAsk: canAskInTerminal(process),
    report,
    answer: (id, reply) => core.handlers['questions.answer']({ id, reply }, { signal: neverAborted }),
  });
  const onLocalApi = (status: LocalApiStatus): void => {
    if (options.isCheck || options.run) return;
    report.localApi(status);
    if (status.state.kind !== 'failed') return;
    report.failure(status.state.failure);
    end.resolve(exitCodes.unavailable);
  };
  let lastTokenFailure = '';
  /** Reported at the start, not only to each caller. A check and a run report it themselves. */
  const reportTokenFailure = (connection: Connection): void => {
    const failure = tokenFailure(connection);
    if (!failure || failure.reason === lastTokenFailure || options.isCheck || options.run) return;
    lastTokenFailure = failure.reason;
    report.failure(failure);
  };
  const onConnection = (connection: Connection): void => {
    report.connection(connection);
    reportTokenFailure(connection);
    const failure = fatalFailure(connection, isUnattended && !options.isCheck);
    if (!failure) return;
    if (options.run) return connectionFailed.resolve(failure);
    report.failure(failure);
    end.resolve(exitCodeFor(failure.code));
  };
  core.listen(({ event, payload }) => {
    if (event === 'questions.changed') onQuestions(payload);
    else if (event === 'localApi.changed') onLocalApi(payload);
    else if (event === 'connection.changed') onConnection(payload);
  });
  // state from before the listener was added
  const [questions, connection] = await Promise.all([
    core.handlers['questions.read'](undefined, { signal: neverAborted }),
    core.handlers['connection.read'](undefined, { signal: neverAborted }),
  ]);
  onLocalApi(core.localApi.read());
  if (connection.ok) onConnection(connection.value);
  if (questions.ok) onQuestions(questions.value);
  if (options.isCheck) void check(core, report, context.shutdown).then(end.resolve);
  else if (options.run) {
    const isJson = options.isJson || !context.output.isTTY;
    const terminal = { output: context.output, isJson, shutdown: context.shutdown, connectionFailed: connectionFailed.promise };
    void runTable(core, options.run, report, terminal).then(end.resolve);
  } else void reportMissingKey(core, report, context.shutdown);
  return end.promise;
}

/** Applies the flags regardless of earlier runs: ports, timeouts, and whether to serve. */
async function applyOptions(
  { localApi, profiles, settings }: Core,
  { port, isCheck, run, limits }: HeadlessOptions,
): Promise<Result<undefined>> {
  const isDemo = profiles.activeId() === demoProfileId;
  const changed = await localApi.change({ ...localApiPorts(isDemo, port), allowedOrigins: limits.allowedOrigins, isOn: !isCheck && !run });
  if (!changed.ok) return changed;
  const waiting = await settings.change({ connection: { ...defaultSettings.connection, ...limits.timeouts } });
  return waiting.ok ? ok(undefined) : waiting;
}

/** Reports that proxy mode needs a local key if there is none, because there is no window to create one in. */
async function reportMissingKey(core: Core, report: Reporter, signal: AbortSignal): Promise<void> {
  if ((await waitUntilReady(core, signal)) !== 'proxy' || core.localApi.read().keys.length > 0) return;
  const { message, remedy } = headlessText.noKey;
  report.print(`${message} ${remedy}`, { event: 'no-key', message, remedy });
}

/** Returns why the token can't be used, as seen by the last model list request. */
function tokenFailure(connection: Connection): Failure | undefined {
  if (connection.state !== 'ready' || connection.mode !== 'proxy') return undefined;
  const failure = connection.lists.find(({ mode }) => mode === 'proxy')?.failure ?? undefined;
  return failure && isTokenFailure(failure) ? failure : undefined;
}

/** Returns a failure that ends the program. A failed tunnel is fatal only if no user is at the terminal. */
function fatalFailure(connection: Connection, isUnattended: boolean): Failure | undefined {
  if (connection.state === 'failed') return connection.failure;
  if (connection.state === 'starting' || connection.mode !== 'direct' || !isUnattended) return undefined;
  return connection.tunnel?.state.kind === 'failed' ? connection.tunnel.state.failure : undefined;
}

/** Returns the ports for one run: the requested or the default one, regardless of earlier runs. The other profile's port always differs. */
export function localApiPorts(isDemo: boolean, requested: number | undefined): Pick<LocalApiSettings, 'port' | 'demoPort'> {
  const { port, demoPort } = defaultLocalApiSettings;
  const [ownDefault, otherDefault] = isDemo ? [demoPort, port] : [port, demoPort];
  const own = requested ?? ownDefault;
  const other = own === otherDefault ? ownDefault : otherDefault;
  return isDemo ? { demoPort: own, port: other } : { port: own, demoPort: other };
}
