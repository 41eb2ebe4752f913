import os from 'node:os';
import path from 'node:path';
import { demoProfileId } from '../contract/constants.ts';
import { defaultDataFolder, makeFolder } from '../command-line/data-folder.ts';
import { exitCodeFor, exitCodes, type ExitCode } from '../command-line/exit-code.ts';
import { failed, ok, type Result } from '../contract/failure.ts';
import { createCore, keychain, replaceLocalKey, type Core, type CoreOptions } from '../core/create-core.ts';
import { lockDataFolder, systemClock } from '../core/program-start.ts';
import { findProfile } from './find-profile.ts';
import { readSecretFlags, withSecretFlags } from './secret-flags.ts';
import { helpText, readOptions, profileHelp, type HeadlessOptions } from './options.ts';
import { createReporter, type Reporter } from './reporter.ts';
import { serve } from './serve.ts';
import { withCliRemedy } from './cli-remedies.ts';
import { writeProfile } from './write-profile.ts';

/** The world around the program. */
export interface ProcessContext {
  readonly args: readonly string[];
  readonly version: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** Where wrong flags are told: what is read from the output is never anything but what was asked for. */
  readonly errorOutput: NodeJS.WritableStream;
  /** Aborted by SIGTERM or Ctrl+C: what is under way may end, nothing new begins. */
  readonly shutdown: AbortSignal;
  /** Aborted by a second one: what is under way is broken off. */
  readonly forceShutdown: AbortSignal;
  /** Shows a window besides, while it serves. */
  readonly attachWindow?: AttachWindow;
}

/** Opens a window on the core; gives what closes it. */
export type AttachWindow = (
  core: Core,
  folders: { readonly data: string; readonly logs: string },
  print: Reporter['print'],
) => Promise<Result<() => Promise<void>>>;

/** Serves the local address without a window until it is told to end; gives the exit code. */
export async function runHeadless(context: ProcessContext): Promise<ExitCode> {
  const { args, output } = context;
  const options = readOptions(args);
  if (!options.ok) {
    context.errorOutput.write(`${options.failure.message} ${options.failure.remedy}\n`);
    return exitCodes.usage;
  }
  const { action } = options.value;
  if (action === 'help' || action === 'profile-help' || action === 'version') {
    output.write({ help: helpText, 'profile-help': profileHelp, version: `${context.version}\n` }[action]);
    return exitCodes.done;
  }
  const report = createReporter(options.value.isJson || !output.isTTY, (line) => output.write(`${line}\n`), systemClock.now);
  if (action === 'init') return writeProfile(options.value, report, context);
  const data = path.resolve(options.value.data ?? defaultDataFolder(process.platform, os.homedir(), context.environment));
  const folder = await makeFolder(data);
  if (!folder.ok) {
    report.failure(folder.failure);
    return exitCodes.noFolder;
  }
  const coreOptions = await prepare(options.value, data, report, context);
  if (!coreOptions) return exitCodes.profile;
  const { folders } = coreOptions.app;
  // a key can be made, and the connection checked, beside a Causeway that serves
  if (options.value.newKey !== undefined) return createKey(folders.data, options.value.newKey, report);
  const lock = options.value.isCheck ? ok(() => undefined) : acquireDataFolder(folders.data);
  if (!lock.ok) {
    report.failure(lock.failure);
    return lock.failure.code === 'storage' ? exitCodes.noFolder : exitCodes.unavailable;
  }
  const core = await createCore(coreOptions);
  try {
    const closeWindow =
      context.attachWindow && !options.value.isCheck ? await context.attachWindow(core, folders, report.print) : ok(async () => undefined);
    if (!closeWindow.ok) {
      report.failure(closeWindow.failure);
      return exitCodeFor(closeWindow.failure.code);
    }
    try {
      return await serve(core, options.value, report, context);
    } finally {
      await closeWindow.value();
    }
  } finally {
    await shutDownGracefully(core, report, context.forceShutdown);
    lock.value();
  }
}

/** Takes the data folder for this process; gives what lets go of it. */
function acquireDataFolder(folder: string): Result<() => void> {
  const lock = lockDataFolder(folder, 'headless');
  if (!lock.ok) return lock;
  if (lock.value.isOurs) return ok(lock.value.release);
  const owner = lock.value.holder ? ` (process ${lock.value.holder.pid})` : '';
  return failed('refused', `Causeway serves this profile already${owner}.`, 'End it first, or name another folder with --data.');
}

/** Undefined, and told, where the profile or a secret is not there. */
async function prepare(
  options: HeadlessOptions,
  data: string,
  report: Reporter,
  { environment, version }: ProcessContext,
): Promise<CoreOptions | undefined> {
  const [profile, secrets] = [
    await findProfile(options, data, environment, reportUnknownFields(report)),
    readSecretFlags(options.secrets, environment),
  ];
  for (const result of [profile, secrets]) if (!result.ok) report.failure(result.failure);
  if (!profile.ok || !secrets.ok) return undefined;

  const fixedProfile = profile.value && { ...profile.value, mode: options.mode ?? profile.value.mode };
  // a folder of its own: the window may be open, and has its own history and settings
  const folder = path.join(data, 'headless', fixedProfile?.id ?? demoProfileId);
  return {
    clock: systemClock,
    environment,
    vault: withSecretFlags(keychain(), secrets.value),
    knownHosts: path.join(data, 'known_hosts'),
    ...(fixedProfile ? { profile: fixedProfile } : {}),
    createKeyHint: 'Make a local key with --new-key NAME',
    describeFailure: withCliRemedy,
    ...(options.limits.maxRequests === undefined ? {} : { agentLimits: limitsFor(options.limits.maxRequests) }),
    app: {
      version,
      shell: 'headless',
      platform: process.platform,
      electron: process.versions['electron'] ?? 'none',
      isOfficialRuntime: true,
      folders: { data: folder, logs: path.join(folder, 'logs') },
    },
  };
}

function reportUnknownFields(report: Reporter): (sentence: string) => void {
  return (message) => report.print(message, { event: 'unknown-fields', message });
}

/** In the usual proportion: twice as many in all, and connections to spare. */
function limitsFor(requests: number): NonNullable<CoreOptions['agentLimits']> {
  return { perCaller: requests, connectionsPerKey: requests, concurrent: 2 * requests, connections: 4 * requests };
}

/** Makes a local key and shows it, this once; one of the same name ends. */
export async function createKey(folder: string, name: string, report: Reporter): Promise<ExitCode> {
  const created = await replaceLocalKey(folder, name, systemClock);
  if (!created.ok) {
    report.failure(created.failure);
    return exitCodeFor(created.failure.code);
  }
  report.print(created.value, { event: 'key', name, key: created.value });
  return exitCodes.done;
}

/** How long answers under way may take to end: less than the 30 s after which containers are killed. */
const shutdownTimeoutMs = 25_000;

/** Takes no more requests, lets those under way end, then closes everything; `forceShutdown` breaks them off. */
export async function shutDownGracefully(core: Core, report: Pick<Reporter, 'print'>, forceShutdown: AbortSignal): Promise<void> {
  const underWay = core.agent.requests().filter(({ durationMs }) => durationMs === null).length;
  if (underWay > 0) {
    const requests = `${underWay} ${underWay === 1 ? 'request' : 'requests'} under way`;
    report.print(`ending; ${requests}, a second signal breaks off`, { event: 'ending', underWay });
  }
  forceShutdown.addEventListener('abort', () => void core.agent.close(), { once: true });
  await core.agent.close(forceShutdown.aborted ? 0 : shutdownTimeoutMs);
  await core.dispose();
}
