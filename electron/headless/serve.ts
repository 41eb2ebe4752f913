import { demoProfileId } from '../contract/constants.ts';
import { defaultAgentSettings, type AgentStatus, type AgentSettings } from '../contract/agent.ts';
import type { Connection } from '../contract/connection.ts';
import { ok, type Failure, type Result } from '../contract/failure.ts';
import { defaultSettings } from '../contract/settings.ts';
import type { Core } from '../core/create-core.ts';
import { exitCodeFor, exitCodes, type ExitCode } from '../command-line/exit-code.ts';
import { createQuestionAnswerer } from './answer-questions.ts';
import { check, waitUntilReady } from './check.ts';
import type { HeadlessOptions } from './options.ts';
import type { Reporter } from './reporter.ts';

/** Who sits there, and until when. */
export interface TerminalContext {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly ending: AbortSignal;
}

const forever: AbortSignal = new AbortController().signal;

/** Serves until it is told to end, or can't go on; or looks at each step of the way, and ends. */
export async function serve(core: Core, options: HeadlessOptions, report: Reporter, around: TerminalContext): Promise<ExitCode> {
  const end = Promise.withResolvers<ExitCode>();
  around.ending.addEventListener('abort', () => end.resolve(exitCodes.done), { once: true });
  if (around.ending.aborted) return exitCodes.done;
  const begun = await begin(core, options, around.ending);
  if (!begun.ok) {
    report.failure(begun.failure);
    return exitCodeFor(begun.failure.code);
  }

  const isUnattended = !around.input.isTTY;
  const onQuestions = createQuestionAnswerer({
    hostKey: options.hostKey,
    terminal: isUnattended ? undefined : { input: around.input, output: around.output },
    report,
    answer: (id, reply) => core.handlers['questions.answer']({ id, reply }, { signal: forever }),
  });
  const onAgent = (face: AgentStatus): void => {
    if (options.isCheck) return;
    report.agent(face);
    if (face.state.kind !== 'failed') return;
    report.failure(face.state.failure);
    end.resolve(exitCodes.unavailable);
  };
  let toldOfToken = '';
  /** At the start, not only to each program that asks. */
  const tellOfToken = (connection: Connection): void => {
    const failure = tokenFailure(connection);
    if (!failure || failure.message === toldOfToken || options.isCheck) return;
    toldOfToken = failure.message;
    report.failure(failure);
  };
  const onConnection = (connection: Connection): void => {
    report.connection(connection);
    tellOfToken(connection);
    const failure = fatalFailure(connection, isUnattended && !options.isCheck);
    if (!failure) return;
    report.failure(failure);
    end.resolve(exitCodeFor(failure.code));
  };
  core.listen(({ event, payload }) => {
    if (event === 'questions.changed') onQuestions(payload);
    else if (event === 'agent.changed') onAgent(payload);
    else if (event === 'connection.changed') onConnection(payload);
  });
  // what was told before anybody listened
  const [questions, connection] = await Promise.all([
    core.handlers['questions.read'](undefined, { signal: forever }),
    core.handlers['connection.read'](undefined, { signal: forever }),
  ]);
  onAgent(core.agent.read());
  if (connection.ok) onConnection(connection.value);
  if (questions.ok) onQuestions(questions.value);
  if (options.isCheck) void check(core, report, around.ending).then(end.resolve);
  else void tellOfKeys(core, report, around.ending);
  return end.promise;
}

/** Whatever an earlier run was told: the ports, whether there is anything to serve, and the demo's way, which a profile of one's own brings along. */
async function begin(
  { agent, profiles, settings, ...core }: Core,
  { port, mode, isCheck, limits }: HeadlessOptions,
  signal: AbortSignal,
): Promise<Result<undefined>> {
  const isDemo = profiles.activeId() === demoProfileId;
  const changed = await agent.change({ ...agentPorts(isDemo, port), allowedOrigins: limits.allowedOrigins, isOn: !isCheck });
  if (!changed.ok) return changed;
  const waiting = await settings.change({ connection: { ...defaultSettings.connection, ...limits.waits } });
  if (!waiting.ok) return waiting;
  if (!isDemo || mode === undefined) return ok(undefined);
  const isThere = (await waitUntilReady(core, signal)) !== undefined; // a demo that could not start is told with the connection
  return isThere ? core.handlers['connection.setMode']({ mode }, { signal }) : ok(undefined);
}

/** What spends the user's token asks for a local key, and here is no window to make one in. */
async function tellOfKeys(core: Core, report: Reporter, signal: AbortSignal): Promise<void> {
  if ((await waitUntilReady(core, signal)) !== 'proxy' || core.agent.read().keys.length > 0) return;
  const [message, remedy] = [
    'Through the proxy, programs need a local key, and there is none.',
    'Make one with --new-key NAME, in another terminal.',
  ];
  report.say(`${message} ${remedy}`, { event: 'no-key', message, remedy });
}

/** What the proxy, or the keychain, said of the token when its list was asked for. */
function tokenFailure(connection: Connection): Failure | undefined {
  if (connection.state !== 'ready' || connection.mode !== 'proxy') return undefined;
  const failure = connection.lists.find(({ mode }) => mode === 'proxy')?.failure ?? undefined;
  return failure && /^(?:token|keychain)-/.test(failure.code) ? failure : undefined;
}

/** What this program can't go on from; a tunnel that failed only where nobody is there to mend it. */
function fatalFailure(connection: Connection, isUnattended: boolean): Failure | undefined {
  if (connection.state === 'failed') return connection.failure;
  if (connection.state === 'starting' || connection.mode !== 'direct' || !isUnattended) return undefined;
  return connection.tunnel?.state.kind === 'failed' ? connection.tunnel.state.failure : undefined;
}

/** The ports for one run: the given one, or the usual one whatever an earlier run was given. The other profile's never is the same. */
export function agentPorts(isDemo: boolean, given: number | undefined): Pick<AgentSettings, 'port' | 'demoPort'> {
  const { port, demoPort } = defaultAgentSettings;
  const [usual, others] = isDemo ? [demoPort, port] : [port, demoPort];
  const own = given ?? usual;
  const other = own === others ? usual : others;
  return isDemo ? { demoPort: own, port: other } : { port: own, demoPort: other };
}
