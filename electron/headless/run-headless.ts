import { failureSentences } from '../contract/failures/render-failure.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { defaultDataFolder, makeFolder } from '../command-line/data-folder.ts';
import { exitCodeFor, exitCodes, type ExitCode } from '../command-line/exit-code.ts';
import { shutdownTimeoutMs } from '../command-line/run-process.ts';
import { ok, type Result } from '../contract/failure.ts';
import type { Profile } from '../contract/profile.ts';
import { fail } from '../contract/failures/fail.ts';
import { createCore, keychain, replaceLocalKey, type Core, type CoreOptions, type Vault } from '../core/create-core.ts';
import { lockDataFolder, systemClock } from '../core/program-start.ts';
import { findProfile } from './find-profile.ts';
import { helpText, profileHelp } from './help-text.ts';
import { readOptions, type HeadlessOptions, type SecretName, type SecretSource } from './options.ts';
import { createReporter, type Reporter } from './reporter.ts';
import { promptOutput, serve } from './serve.ts';
import { headlessText } from './text.ts';
import { writeProfile } from './write-profile.ts';
import { readFileSync } from 'node:fs';

/** Secrets given by flags. */
export type SecretsFromFlags = Readonly<Partial<Record<SecretName, string>>>;

/** Reads the secrets. Fails for a missing or empty one, so that the program doesn't wait for a prompt that never comes. */
export function readSecretFlags(
  sources: HeadlessOptions['secrets'],
  environment: Readonly<Record<string, string | undefined>>,
): Result<SecretsFromFlags> {
  const secrets: Partial<Record<SecretName, string>> = {};
  for (const [name, source] of Object.entries(sources) as [SecretName, SecretSource | undefined][]) {
    if (!source) continue;
    const read = source.kind === 'environment' ? ok(environment[source.name] ?? '') : readDescriptor(source.number);
    if (!read.ok) return read;
    const secret = read.value.replace(/\r?\n$/, '');
    if (secret === '') {
      return source.kind === 'environment'
        ? fail('secret-variable-empty', { variable: source.name, secret: name })
        : fail('secret-descriptor-empty', { descriptor: source.number, secret: name });
    }
    secrets[name] = secret;
  }
  return ok(secrets);
}

function readDescriptor(number: number): Result<string> {
  try {
    return ok(readFileSync(number, 'utf8'));
  } catch {
    return fail('secret-descriptor-unreadable', { descriptor: number });
  }
}

const flagByKind = { 'api-token': 'token', 'ssh-password': 'password', 'key-passphrase': 'passphrase' } as const;

/** Wraps the keychain so that secrets from flags come first. They are never stored, and rejecting one deletes nothing from the keychain. */
export function withSecretFlags(keychain: Vault, secrets: SecretsFromFlags): Vault {
  return {
    ...keychain,
    get: async (ref, signal) =>
      secrets[flagByKind[ref.kind]] === undefined ? keychain.get(ref, signal) : ok(secrets[flagByKind[ref.kind]] ?? null),
    remove: async (ref, ...rest) => (secrets[flagByKind[ref.kind]] === undefined ? keychain.remove(ref, ...rest) : ok(undefined)),
  };
}

/** The process that runs the headless program. */
export interface ProcessContext {
  readonly args: readonly string[];
  readonly version: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** Receives wrong usage, so that standard output contains only what was asked for. */
  readonly errorOutput: NodeJS.WritableStream;
  /** Aborted by SIGTERM or Ctrl+C. Active requests may finish, but nothing new starts. */
  readonly shutdown: AbortSignal;
  /** Aborted by a second signal. Active requests are cancelled. */
  readonly forceShutdown: AbortSignal;
  /** Opens a window in addition. */
  readonly attachWindow?: AttachWindow;
}

/** Opens a window on the core. Returns a function that closes it. */
export type AttachWindow = (
  core: Core,
  folders: { readonly data: string; readonly logs: string },
  print: Reporter['print'],
) => Promise<Result<() => Promise<void>>>;

/** Serves the local API without a window until shutdown. Returns the exit code. */
export async function runHeadless(context: ProcessContext): Promise<ExitCode> {
  const { args, output } = context;
  const options = readOptions(args);
  if (!options.ok) {
    context.errorOutput.write(`${failureSentences(options.failure, { surface: 'terminal' })}\n`);
    return exitCodes.usage;
  }
  const { action } = options.value;
  if (action === 'help' || action === 'profile-help' || action === 'version') {
    output.write({ help: helpText, 'profile-help': profileHelp, version: `${context.version}\n` }[action]);
    return exitCodes.done;
  }
  const report = createReporter(options.value.isJson || !output.isTTY, (line) => output.write(`${line}\n`), systemClock.now);
  if (action === 'init') return writeProfile(options.value, report, { ...context, output: promptOutput(options.value, context) });
  const data = path.resolve(options.value.data ?? defaultDataFolder(process.platform, os.homedir(), context.environment));
  const folder = await makeFolder(data);
  if (!folder.ok) {
    report.failure(folder.failure);
    return exitCodes.noFolder;
  }
  const coreOptions = await prepare(options.value, data, report, context);
  if (!coreOptions) return exitCodes.profile;
  const { folders } = coreOptions.app;
  // keys and checks don't need the lock, so they work beside a running Causeway
  if (options.value.newKey !== undefined) return createKey(folders.data, options.value.newKey, report);
  const release: Result<() => void | Promise<void>> = options.value.isCheck
    ? ok(() => removeFolder(folders.data))
    : acquireDataFolder(folders.data);
  if (!release.ok) {
    report.failure(release.failure);
    return release.failure.code === 'storage' ? exitCodes.noFolder : exitCodes.unavailable;
  }
  try {
    return await runCore(coreOptions, options.value, report, context);
  } finally {
    await release.value();
  }
}

async function runCore(coreOptions: CoreOptions, options: HeadlessOptions, report: Reporter, context: ProcessContext): Promise<ExitCode> {
  const core = await createCore(coreOptions);
  try {
    const closeWindow =
      context.attachWindow && !options.isCheck
        ? await context.attachWindow(core, coreOptions.app.folders, report.print)
        : ok(async () => undefined);
    if (!closeWindow.ok) {
      report.failure(closeWindow.failure);
      return exitCodeFor(closeWindow.failure.code);
    }
    try {
      return await serve(core, options, report, context);
    } finally {
      await closeWindow.value();
    }
  } finally {
    await shutDownGracefully(core, report, context.forceShutdown);
  }
}

/** Removes the folder of a check. One that can't be removed doesn't change the result. */
async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
}

/** Locks the data folder for this process. Returns a function that releases it. */
function acquireDataFolder(folder: string): Result<() => void> {
  const lock = lockDataFolder(folder, 'headless');
  if (!lock.ok) return lock;
  if (lock.value.isOurs) return ok(lock.value.release);
  return fail('profile-already-served', { pid: lock.value.holder?.pid ?? null });
}

/** Builds the options of the core. Reports the failure and returns undefined if the profile or a secret is missing. */
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

  const fixedProfile = withFlags(profile.value, options);
  // a folder of its own, because the window may be open with its own history and settings, and a temporary one for a check, because
  // this profile may be served at the same time
  const folder =
    options.isCheck && options.newKey === undefined
      ? await mkdtemp(path.join(os.tmpdir(), 'causeway-check-'))
      : path.join(data, 'headless', fixedProfile.id);
  return {
    clock: systemClock,
    environment,
    vault: withSecretFlags(keychain(), secrets.value),
    knownHosts: path.join(data, 'known_hosts'),
    profile: fixedProfile,
    createKeyHint: headlessText.createKeyHint,
    localApiSurface: 'terminal',
    ...(options.limits.maxRequests === undefined ? {} : { localApiLimits: limitsFor(options.limits.maxRequests) }),
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

function withFlags(profile: Profile, { mode = profile.mode, usesSystemSsh }: HeadlessOptions): Profile {
  const instance = profile.instance && usesSystemSsh ? { ...profile.instance, transport: 'openssh' as const } : profile.instance;
  return { ...profile, mode, instance };
}

function reportUnknownFields(report: Reporter): (sentence: string) => void {
  return (message) => report.print(message, { event: 'unknown-fields', message });
}

/** Derives the other limits in the default proportion: twice as many requests in total, and spare connections. */
function limitsFor(requests: number): NonNullable<CoreOptions['localApiLimits']> {
  return { perCaller: requests, concurrent: 2 * requests, connections: 4 * requests };
}

/** Creates a local key and prints it once. Replaces a key of the same name. */
export async function createKey(folder: string, name: string, report: Reporter): Promise<ExitCode> {
  const created = await replaceLocalKey(folder, name, systemClock);
  if (!created.ok) {
    report.failure(created.failure);
    return exitCodeFor(created.failure.code);
  }
  report.print(created.value, { event: 'key', name, key: created.value });
  return exitCodes.done;
}

/** Stops accepting requests, waits for active ones, then closes the core. `forceShutdown` cancels them. */
export async function shutDownGracefully(core: Core, report: Pick<Reporter, 'print'>, forceShutdown: AbortSignal): Promise<void> {
  const inFlight = core.localApi.requests().filter(({ durationMs }) => durationMs === null).length;
  if (inFlight > 0) {
    report.print(headlessText.shuttingDown(inFlight), { event: 'ending', underWay: inFlight });
  }
  forceShutdown.addEventListener('abort', () => void core.localApi.close(), { once: true });
  await core.localApi.close(forceShutdown.aborted ? 0 : shutdownTimeoutMs);
  await core.dispose();
}
