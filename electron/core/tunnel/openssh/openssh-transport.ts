import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { failed, ok, stoppedByUser, type Failure, type Result } from '../../../contract/failure.ts';
import type { DialTarget } from '../../shared/dial.ts';
import { errorMessage } from '../../shared/node-error.ts';
import { createCredentialCache, type CredentialCache, createSavedSecrets, type SecretStore } from '../authentication/secrets.ts';
import type { Ask, Hop, HostKeys, HopChain } from '../types.ts';
import { tooSlow } from '../ssh2/ssh-failure.ts';
import { systemFolder } from '../ssh-config/ssh-environment.ts';
import type { Timers } from '../timers.ts';
import type { ConnectWatch, Session, Transport } from '../transport.ts';
import { createChannelLog, type ChannelLog } from './channel-log.ts';
import { generateConfig } from './generated-config.ts';
import { logIn } from './log-in.ts';
import { createOpensshSession } from './openssh-session.ts';
import { createAskpassFiles } from './askpass-files.ts';
import { createReachLimit } from './reach-limit.ts';
import { createAskpassSecrets } from './askpass-secrets.ts';
import { startSsh, type SshProcess } from './ssh-process.ts';
import { masterArguments, pathsIn, probeArguments, sessionArguments } from './ssh-arguments.ts';

export interface OpensshTransportOptions {
  readonly road: HopChain;
  readonly target: DialTarget;
  readonly hostKeys: HostKeys;
  readonly ask: Ask;
  readonly timers: Timers;
  /** Left out: `ssh`, wherever the system has it. */
  readonly program?: string | undefined;
  /** Left out: the user's own and the system's. */
  readonly configFiles?: readonly string[] | undefined;
  /** Where secrets are kept if the user says so. */
  readonly secrets?: { readonly store: SecretStore; readonly profileId: string } | undefined;
  readonly memory?: CredentialCache | undefined;
}

const sessionMs = 2000;
/** Long, for it says so at once unless the machine is busy. */
const begunMs = 10_000;

/**
 * The system's own ssh carries the tunnel, for what ssh2 can't do: FIDO keys, certificates, Match exec. A unix socket in a folder of
 * mode 0700, never a loopback port, which every program and every user of the machine could enter.
 */
export function createOpensshTransport(options: OpensshTransportOptions): Transport {
  const { road, target, hostKeys, ask, timers, program = 'ssh' } = options;
  const instance = road.hops.at(-1) ?? road.hops[0];
  const kept = createSavedSecrets(options.secrets);
  const memory = options.memory ?? createCredentialCache();
  const accepted = new Map<Hop, Buffer>();
  const reaching = createReachLimit();
  const configFiles = options.configFiles ?? [path.join(os.homedir(), '.ssh', 'config'), path.join(systemFolder(false, {}), 'ssh_config')];

  const connect = async (watch: ConnectWatch, signal: AbortSignal): Promise<Result<Session>> => {
    watch.onTrying(road.hops[0].name, "the system's ssh");
    const folder = await mkdtemp(path.join(os.tmpdir(), 'cw-ssh-')); // mode 0700 by itself
    const paths = pathsIn(folder);
    const clear = (): void => remove(folder);
    const box = await createAskpassFiles(folder);
    const known = await Promise.all(road.hops.map(async (hop) => ({ hop, knownTypes: await hostKeys.knownTypes(hop) })));
    await writeFile(paths.config, generateConfig(known, folder, configFiles), { mode: 0o600 });
    const channels = createChannelLog();
    const startedAt = performance.now();
    const master = startSsh(program, masterArguments(road, target, paths), { folder, hear: channels.hear });
    const reach = reaching.watch(timers, () => channels.connectedAt() !== undefined, master.kill);
    const refused = await logIn({
      ssh: master,
      control: paths.control,
      road,
      box,
      hostKeys,
      ask,
      timers,
      watch,
      signal,
      accepted,
      secrets: (patiently) => createAskpassSecrets({ ask: patiently, kept, memory }),
    });
    const isLate = reach.end();
    const connectedAt = channels.connectedAt();
    if (!refused && connectedAt !== undefined) reaching.took(connectedAt - startedAt);
    const trouble = isLate ? tooSlow(road.hops[0]) : (refused ?? (await untilBegun(channels, timers)));
    if (trouble) {
      master.kill();
      await master.ended;
      clear();
      return { ok: false, failure: signal.aborted ? stoppedByUser.failure : trouble };
    }
    const probe = (): SshProcess => startSsh(program, probeArguments(road, paths));
    // sshd keeps Nagle's algorithm on until a session is opened (see log-in.ts); how it ends does not matter, only that it does.
    const session = startSsh(program, sessionArguments(road, paths));
    const cancel = timers.after(sessionMs, session.kill);
    void session.ended.then(cancel);
    return ok(createOpensshSession({ process: master, paths, instance, target, timers, probe, clear, watch, channels }));
  };

  return {
    connect: (watch, signal) =>
      process.platform === 'win32'
        ? Promise.resolve(unsupportedHere)
        : connect(watch, signal).catch((error: unknown): Result<Session> => ({ ok: false, failure: noFolder(error) })),
  };
}

/** One that says nothing of its channels would leave every connection waiting. */
async function untilBegun({ begun }: ChannelLog, timers: Timers): Promise<Failure | undefined> {
  const late = Promise.withResolvers<Failure>();
  const cancel = timers.after(begunMs, () => late.resolve(tooQuiet));
  try {
    return (await Promise.race([begun, late.promise])) ?? undefined;
  } finally {
    cancel();
  }
}

const tooQuiet: Failure = {
  code: 'tunnel-program',
  message: "The system's ssh does not say what becomes of its connections.",
  remedy: 'Update OpenSSH, or let Causeway carry the tunnel itself.',
};

const mostRemovals = 5;

/**
 * At once, for it may be our last turn. ssh clears its sockets away itself meanwhile: when one is gone before its turn, `rmSync` takes
 * all for gone and leaves the folder, so that it is looked for again.
 */
function remove(folder: string): void {
  for (let count = 0; count < mostRemovals && existsSync(folder); count += 1) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 2, retryDelay: 20 });
    } catch {
      // something came into it meanwhile
    }
  }
}

const unsupportedHere = failed(
  'unsupported',
  "The ssh of Windows can't carry the tunnel over a socket.",
  'Let Causeway carry it itself, in the profile.',
);

/** All that can be thrown on the way: the folder or what lies in it could not be made. */
function noFolder(error: unknown): Failure {
  return {
    code: 'tunnel-program',
    message: `The system's ssh could not be set up: ${errorMessage(error)}.`,
    remedy: 'Check that the disk has room, or let Causeway carry the tunnel itself.',
  };
}
