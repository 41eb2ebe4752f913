import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { failed, ok, type Failure, type Result } from '../../../contract/failure.ts';
import type { DialTarget } from '../../support/dial.ts';
import type { Road } from '../ports.ts';
import { withdrawn } from '../session/ssh-failure.ts';
import type { Timers } from '../timers.ts';
import type { ConnectWatch, Session, Transport } from '../transport.ts';
import { createOpensshSession } from './openssh-session.ts';
import { saidFailure } from './said-failure.ts';
import { isListening, startSsh, type SshProcess } from './ssh-process.ts';
import { masterWords, pathsIn, probeWords, sessionWords, type SessionPaths } from './ssh-words.ts';

export interface OpensshTransportOptions {
  readonly road: Road;
  readonly target: DialTarget;
  readonly timers: Timers;
  /** Left out: `ssh`, wherever the system has it. */
  readonly program?: string | undefined;
  /** Left out: the user's own configuration. */
  readonly configFile?: string | undefined;
}

const lookMs = 25;
const sessionMs = 2000;

/**
 * The system's own ssh carries the tunnel, for what ssh2 can't do: FIDO keys, certificates, Match exec. A unix socket in a folder of
 * mode 0700, never a loopback port, which every program and every user of the machine could enter.
 */
export function createOpensshTransport(options: OpensshTransportOptions): Transport {
  const { road, target, program = 'ssh', configFile } = options;
  const instance = road.hops.at(-1) ?? road.hops[0];

  const connect = async (watch: ConnectWatch, signal: AbortSignal): Promise<Result<Session>> => {
    if (process.platform === 'win32') {
      return failed(
        'unsupported',
        "The ssh of Windows can't carry the tunnel over a socket.",
        'Let Causeway carry it itself, in the profile.',
      );
    }
    watch.onTrying(instance.name, "the system's ssh");
    const folder = await mkdtemp(path.join(os.tmpdir(), 'cw-ssh-')); // mode 0700 by itself
    const paths = pathsIn(folder);
    let hear = (_text: string): void => undefined;
    const master = startSsh(program, masterWords(road, target, paths, configFile), (text) => hear(text));
    // At once, for it may be our last turn.
    const clear = (): void => rmSync(folder, { recursive: true, force: true });
    const trouble = await untilListening(master, paths, signal, options);
    if (trouble) {
      master.kill();
      await master.ended;
      clear();
      return { ok: false, failure: signal.aborted ? withdrawn : trouble };
    }
    const probe = (): SshProcess => startSsh(program, probeWords(road, paths, configFile));
    // sshd keeps Nagle's algorithm on until a session is opened (see log-in.ts); how it ends does not matter, only that it does.
    const session = startSsh(program, sessionWords(road, paths, configFile));
    const cancel = options.timers.after(sessionMs, session.kill);
    void session.ended.then(cancel);
    return ok(
      createOpensshSession({
        process: master,
        paths,
        instance,
        target,
        timers: options.timers,
        probe,
        clear,
        watch,
        onSaid: (listener) => void (hear = listener),
      }),
    );
  };

  return { connect };
}

/** Waits until ssh has logged in and listens: it opens its control socket last. */
async function untilListening(
  ssh: SshProcess,
  paths: SessionPaths,
  signal: AbortSignal,
  { road, timers }: OpensshTransportOptions,
): Promise<Failure | undefined> {
  const instance = road.hops.at(-1) ?? road.hops[0];
  const ended = ssh.ended.then(({ trouble }): Failure => (trouble === undefined ? saidFailure(ssh.said(), instance) : notRun(trouble)));
  for (;;) {
    const pause = new Promise<undefined>((resolve) => void timers.after(lookMs, () => resolve(undefined)));
    const failure = await Promise.race([ended, pause]);
    if (failure) return failure;
    if (signal.aborted) return withdrawn;
    if (await isListening(paths.control)) return undefined;
  }
}

function notRun(trouble: string): Failure {
  return {
    code: 'tunnel-program',
    message: trouble === 'ENOENT' ? 'This system has no ssh program.' : `The system's ssh could not be run (${trouble}).`,
    remedy: 'Install OpenSSH, or let Causeway carry the tunnel itself.',
  };
}
