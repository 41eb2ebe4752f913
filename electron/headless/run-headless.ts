import os from 'node:os';
import path from 'node:path';
import type { AgentFace } from '../contract/agent.ts';
import type { Connection } from '../contract/connection.ts';
import type { Failure } from '../contract/failure.ts';
import { demoProfileId } from '../contract/profile.ts';
import { createCore, keychain, systemClock, type Core } from '../core/create-core.ts';
import { agentPorts } from './agent-ports.ts';
import { createAnswering } from './answer-questions.ts';
import { usualDataFolder } from './data-folder.ts';
import { exitCodeFor, exitCodes, type ExitCode } from './exit-code.ts';
import { findProfile } from './find-profile.ts';
import { readGivenSecrets, withGivenSecrets } from './given-secrets.ts';
import { helpText, readOptions, type HeadlessOptions } from './options.ts';
import { createReporter, type Reporter } from './reporter.ts';

/** The world around the program. */
export interface Surroundings {
  readonly words: readonly string[];
  readonly version: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** Aborted by SIGTERM or Ctrl+C: what is under way may end, nothing new begins. */
  readonly ending: AbortSignal;
}

const forever: AbortSignal = new AbortController().signal;

/** Serves the local address without a window until it is told to end; gives the exit code. */
export async function runHeadless(around: Surroundings): Promise<ExitCode> {
  const { words, environment, output } = around;
  const options = readOptions(words);
  if (!options.ok) {
    output.write(`${options.failure.message} ${options.failure.remedy}\n`);
    return exitCodes.usage;
  }
  if (options.value.wants !== 'run') {
    output.write(options.value.wants === 'help' ? helpText : `${around.version}\n`);
    return exitCodes.done;
  }
  const isJson = options.value.isJson || !output.isTTY;
  const report = createReporter(isJson, (line) => output.write(`${line}\n`), systemClock.now);
  const data = path.resolve(options.value.data ?? usualDataFolder(process.platform, os.homedir(), environment));
  const [profile, given] = [await findProfile(options.value, data), readGivenSecrets(options.value.secrets, environment)];
  for (const result of [profile, given]) {
    if (result.ok) continue;
    report.failure(result.failure);
    return exitCodes.profile;
  }
  if (!profile.ok || !given.ok) return exitCodes.profile;

  const { mode } = options.value;
  const fixed = profile.value && { ...profile.value, mode: mode ?? profile.value.mode };
  // a folder of its own: the window may be open, and has its own history and settings
  const folder = path.join(data, 'headless', fixed?.id ?? demoProfileId);
  const core = await createCore({
    clock: systemClock,
    environment,
    vault: withGivenSecrets(keychain(), given.value),
    knownHosts: path.join(data, 'known_hosts'),
    ...(fixed ? { profile: fixed } : {}),
    app: {
      version: around.version,
      platform: process.platform,
      electron: process.versions['electron'] ?? 'none',
      isOfficialRuntime: true,
      folders: { data: folder, logs: path.join(folder, 'logs') },
    },
  });
  try {
    if (!fixed && mode) await core.handlers['connection.setMode']({ mode }, { signal: forever });
    return await serve(core, options.value, report, around);
  } finally {
    await core.dispose();
  }
}

async function serve(core: Core, options: HeadlessOptions, report: Reporter, around: Surroundings): Promise<ExitCode> {
  const end = Promise.withResolvers<ExitCode>();
  around.ending.addEventListener('abort', () => end.resolve(exitCodes.done), { once: true });
  if (around.ending.aborted) return exitCodes.done;
  const changed = await core.agent.change(agentPorts(core.profiles.activeId() === demoProfileId, options.port));
  if (!changed.ok) {
    report.failure(changed.failure);
    return exitCodeFor(changed.failure.code);
  }

  const isAlone = !around.input.isTTY;
  const onQuestions = createAnswering({
    hostKey: options.hostKey,
    terminal: isAlone ? undefined : { input: around.input, output: around.output },
    report,
    answer: (id, reply) => core.handlers['questions.answer']({ id, reply }, { signal: forever }),
  });
  const onAgent = (face: AgentFace): void => {
    report.agent(face);
    if (face.state.kind !== 'failed' || options.isCheck) return;
    report.failure(face.state.failure);
    end.resolve(exitCodes.unavailable);
  };
  const onConnection = (connection: Connection): void => {
    report.connection(connection);
    const failure = deadEnd(connection, isAlone && !options.isCheck);
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
  return end.promise;
}

/** What this program can't go on from; a tunnel that failed only where nobody is there to mend it. */
function deadEnd(connection: Connection, isUnattended: boolean): Failure | undefined {
  if (connection.state === 'failed') return connection.failure;
  if (connection.state === 'starting' || connection.mode !== 'direct' || !isUnattended) return undefined;
  return connection.tunnel?.state.kind === 'failed' ? connection.tunnel.state.failure : undefined;
}

/** Looks at each step of the way, and ends. */
async function check(core: Core, report: Reporter, signal: AbortSignal): Promise<ExitCode> {
  const mode = await modeInUse(core, signal);
  if (mode === undefined) return exitCodes.unavailable;
  const result = await core.handlers['diagnosis.run']({ mode }, { signal });
  if (!result.ok) {
    report.failure(result.failure);
    return exitCodeFor(result.failure.code);
  }
  const { steps, verdict, text } = result.value;
  report.say(text.trimEnd(), {
    event: 'check',
    mode,
    verdict,
    steps: steps.map(({ name, state, ms, finding }) => ({ name, state, ms, finding })),
  });
  const bad = steps.find(({ failure }) => failure !== null)?.failure;
  return bad ? exitCodeFor(bad.code) : exitCodes.done;
}

async function modeInUse(core: Core, signal: AbortSignal): Promise<'proxy' | 'direct' | undefined> {
  const ready = Promise.withResolvers<'proxy' | 'direct' | undefined>();
  const look = async (): Promise<void> => {
    const connection = await core.handlers['connection.read'](undefined, { signal });
    if (connection.ok && connection.value.state === 'ready') ready.resolve(connection.value.mode);
  };
  const unlisten = core.listen(({ event }) => void (event === 'connection.changed' && look()));
  signal.addEventListener('abort', () => ready.resolve(undefined), { once: true });
  await look();
  return ready.promise.finally(unlisten);
}
