import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ok, type Failure, type Result } from '../../../contract/failure.ts';
import { fail, failure as failureOf, stoppedByUser } from '../../../contract/failures/fail.ts';
import type { DialTarget } from '../../shared/dial.ts';
import { errorMessage } from '../../shared/node-error.ts';
import { createCredentialCache, type CredentialCache, createSavedSecrets, type ProfileSecrets } from '../authentication/secrets.ts';
import type { Ask, Hop, HostKeys, HopChain, ConnectObserver, Session, Transport } from '../types.ts';
import { systemFolder } from '../ssh-config/ssh-environment.ts';
import type { Timers } from '../timers.ts';
import { createChannelLog, type ChannelLog } from './channel-log.ts';
import { generateConfig, masterArguments, sessionPaths, probeArguments, sessionArguments } from './ssh-arguments.ts';
import { logIn } from './log-in.ts';
import { createOpensshSession } from './openssh-session.ts';
import { createAskpassFiles } from './askpass-files.ts';
import { createAskpassSecrets } from './askpass-secrets.ts';
import { awaitGreeting, startSsh, type SshProcess } from './ssh-process.ts';
import { identityLabels } from '../text.ts';

/** The system's ssh. It offers its own identities and asks through us. Its host keys are checked by us. */
export interface SystemSshOptions {
  /** Defaults to `ssh` in the PATH. */
  readonly program?: string | undefined;
  /** The environment of a terminal, because a desktop start lacks its PATH, by which the ssh config finds commands. */
  readonly variables?: NodeJS.ProcessEnv;
  /** Defaults to the user's and the system's. */
  readonly configFiles?: readonly string[];
  /** Where secrets are saved if the user asks for that. Defaults to nowhere. */
  readonly secrets?: ProfileSecrets;
  /** Share it between tunnels that should ask only once. */
  readonly cache?: CredentialCache;
}

export interface OpensshTransportOptions extends SystemSshOptions {
  readonly hopChain: HopChain;
  readonly target: DialTarget;
  readonly hostKeys: HostKeys;
  readonly ask: Ask;
  readonly timers: Timers;
  readonly platform?: NodeJS.Platform;
}

/** Long, because killing it before it is open would leave every connection slower. */
const sessionTimeoutMs = 10_000;
/** Long, because ssh logs this at once unless the machine is busy. */
const logTimeoutMs = 10_000;

/**
 * Creates a transport over the system's ssh, for features that ssh2 lacks: FIDO keys, certificates, Match exec. Uses a unix
 * socket in a folder of mode 0700. A loopback port would be open to every program and user of the machine.
 */
export function createOpensshTransport(options: OpensshTransportOptions): Transport {
  const { hopChain, target, hostKeys, ask, timers, program = 'ssh', variables, platform = process.platform } = options;
  const instance = hopChain.hops.at(-1) ?? hopChain.hops[0];
  const saved = createSavedSecrets(options.secrets);
  const cache = options.cache ?? createCredentialCache();
  const accepted = new Map<Hop, Buffer>();
  const configFiles = options.configFiles ?? [path.join(os.homedir(), '.ssh', 'config'), path.join(systemFolder({}), 'ssh_config')];

  const connect = async (observer: ConnectObserver, signal: AbortSignal): Promise<Result<Session>> => {
    observer.onProgress(hopChain.hops[0].name, identityLabels.systemSsh);
    const folder = await mkdtemp(path.join(os.tmpdir(), 'cw-ssh-')); // creates it with mode 0700
    const paths = sessionPaths(folder);
    const removeFolder = (): void => removeNow(folder);
    const files = await createAskpassFiles(folder);
    const hops = await Promise.all(hopChain.hops.map(async (hop) => ({ hop, knownTypes: await hostKeys.knownTypes(hop) })));
    await writeFile(paths.config, generateConfig(hops, folder, configFiles), { mode: 0o600 });
    const channels = createChannelLog();
    const master = startSsh(program, masterArguments(hopChain, target, paths), { folder, variables, onLine: channels.addLine });
    const loginFailure = await logIn({
      ssh: master,
      control: paths.control,
      hopChain,
      files,
      hostKeys,
      ask,
      timers,
      observer,
      signal,
      accepted,
      jumpLogins: channels.jumpLogins,
      secrets: createAskpassSecrets({ ask, saved, cache }),
    });
    const failure = loginFailure ?? (await waitForLog(channels, timers));
    if (failure) {
      master.kill();
      await master.exited;
      removeFolder();
      return { ok: false, failure: signal.aborted ? stoppedByUser.failure : failure };
    }
    const probe = (): SshProcess => startSsh(program, probeArguments(hopChain, paths), { variables });
    // sshd keeps Nagle's algorithm on until a session is opened (see ssh2/log-in.ts). The session's result doesn't matter.
    const session = startSsh(program, sessionArguments(hopChain, paths), { variables });
    const cancel = timers.after(sessionTimeoutMs, session.kill);
    void session.exited.then(cancel);
    const greeting = (signal: AbortSignal): Promise<void> => awaitGreeting(paths.control, signal);
    return ok(
      createOpensshSession({ process: master, paths, instance, target, timers, probe, greeting, removeFolder, observer, channels }),
    );
  };

  return {
    connect: (observer, signal) =>
      platform === 'win32'
        ? Promise.resolve(fail('system-ssh-on-windows'))
        : connect(observer, signal).catch((error: unknown) => fail('system-ssh-not-set-up', { detail: errorMessage(error) })), // no folder or files
  };
}

/** Waits for ssh's first channel line, because without this log every connection would wait forever. */
async function waitForLog({ started }: ChannelLog, timers: Timers): Promise<Failure | undefined> {
  const timeout = Promise.withResolvers<Failure>();
  const cancel = timers.after(logTimeoutMs, () => timeout.resolve(failureOf('system-ssh-without-log')));
  try {
    return (await Promise.race([started, timeout.promise])) ?? undefined;
  } finally {
    cancel();
  }
}

const maxRemovals = 5;

/**
 * Removes the folder synchronously, because the process may be exiting. ssh removes its sockets at the same time, and `rmSync`
 * then stops early and leaves the folder. So this retries.
 */
function removeNow(folder: string): void {
  for (let count = 0; count < maxRemovals && existsSync(folder); count += 1) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 2, retryDelay: 20 });
    } catch {
      // a file was added at the same time
    }
  }
}
