import os from 'node:os';
import path from 'node:path';
import { failed, ok, type Result } from '../contract/failure.ts';
import { demoProfileId } from '../contract/profile.ts';
import { createCore, keychain, lockDataFolder, systemClock, type Core, type CoreOptions } from '../core/create-core.ts';
import { usualDataFolder } from '../command-line/data-folder.ts';
import { endInOrder } from './end-in-order.ts';
import { exitCodeFor, exitCodes, type ExitCode } from '../command-line/exit-code.ts';
import { findProfile } from './find-profile.ts';
import { readGivenSecrets, withGivenSecrets } from './given-secrets.ts';
import { makeKey } from './make-key.ts';
import { helpText, readOptions, type HeadlessOptions } from './options.ts';
import { createReporter, type Reporter } from './reporter.ts';
import { serve } from './serve.ts';
import { atTerminal } from './terminal-remedy.ts';

/** The world around the program. */
export interface Surroundings {
  readonly words: readonly string[];
  readonly version: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** Where wrong flags are told: what is read from the output is never anything but what was asked for. */
  readonly complaints: NodeJS.WritableStream;
  /** Aborted by SIGTERM or Ctrl+C: what is under way may end, nothing new begins. */
  readonly ending: AbortSignal;
  /** Aborted by a second one: what is under way is broken off. */
  readonly hurry: AbortSignal;
  /** Shows a window besides, while it serves. */
  readonly attachWindow?: AttachWindow;
}

/** Opens a window on the core; gives what closes it. */
export type AttachWindow = (
  core: Core,
  folders: { readonly data: string; readonly logs: string },
  say: Reporter['say'],
) => Promise<Result<() => Promise<void>>>;

/** Serves the local address without a window until it is told to end; gives the exit code. */
export async function runHeadless(around: Surroundings): Promise<ExitCode> {
  const { words, output } = around;
  const options = readOptions(words);
  if (!options.ok) {
    around.complaints.write(`${options.failure.message} ${options.failure.remedy}\n`);
    return exitCodes.usage;
  }
  if (options.value.wants === 'help' || options.value.wants === 'version') {
    output.write(options.value.wants === 'help' ? helpText : `${around.version}\n`);
    return exitCodes.done;
  }
  const report = createReporter(options.value.isJson || !output.isTTY, (line) => output.write(`${line}\n`), systemClock.now);
  const prepared = await prepare(options.value, report, around);
  if (!prepared) return exitCodes.profile;
  const { folders } = prepared.app;
  // a key can be made, and the connection checked, beside a Causeway that serves
  const serves = options.value.newKey === undefined && !options.value.isCheck;
  const lock = serves ? takeFolder(folders.data) : ok(() => undefined);
  if (!lock.ok) {
    report.failure(lock.failure);
    return lock.failure.code === 'storage' ? exitCodes.unwritable : exitCodes.unavailable;
  }
  const core = await createCore(prepared);
  try {
    if (options.value.newKey !== undefined) return await makeKey(core, options.value.newKey, report);
    const closeWindow = serves && around.attachWindow ? await around.attachWindow(core, folders, report.say) : ok(async () => undefined);
    if (!closeWindow.ok) {
      report.failure(closeWindow.failure);
      return exitCodeFor(closeWindow.failure.code);
    }
    try {
      return await serve(core, options.value, report, around);
    } finally {
      await closeWindow.value();
    }
  } finally {
    await endInOrder(core, report, around.hurry);
    lock.value();
  }
}

/** Takes the data folder for this process; gives what lets go of it. */
function takeFolder(folder: string): Result<() => void> {
  const lock = lockDataFolder(folder, 'headless');
  if (!lock.ok) return lock;
  if (lock.value.isOurs) return ok(lock.value.release);
  const who = lock.value.holder ? ` (process ${lock.value.holder.pid})` : '';
  return failed('refused', `Causeway serves this profile already${who}.`, 'End it first, or name another folder with --data.');
}

/** Undefined, and told, where the profile or a secret is not there. */
async function prepare(options: HeadlessOptions, report: Reporter, around: Surroundings): Promise<CoreOptions | undefined> {
  const { environment, version } = around;
  const data = path.resolve(options.data ?? usualDataFolder(process.platform, os.homedir(), environment));
  const [profile, given] = [await findProfile(options, data), readGivenSecrets(options.secrets, environment)];
  for (const result of [profile, given]) if (!result.ok) report.failure(result.failure);
  if (!profile.ok || !given.ok) return undefined;

  const fixed = profile.value && { ...profile.value, mode: options.mode ?? profile.value.mode };
  // a folder of its own: the window may be open, and has its own history and settings
  const folder = path.join(data, 'headless', fixed?.id ?? demoProfileId);
  return {
    clock: systemClock,
    environment,
    vault: withGivenSecrets(keychain(), given.value),
    knownHosts: path.join(data, 'known_hosts'),
    ...(fixed ? { profile: fixed } : {}),
    makingKeys: 'End Causeway, make a local key with --new-key NAME, start it again',
    inWords: atTerminal,
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
