import { once } from 'node:events';
import { connect } from 'node:net';
import { ok, type Failure } from '../../../contract/failure.ts';
import type { DialTarget } from '../../support/dial.ts';
import { FailureError } from '../../support/failure-error.ts';
import { errorMessage } from '../../support/node-error.ts';
import type { Hop } from '../ports.ts';
import { sshLost } from '../session/ssh-failure.ts';
import type { Timers } from '../timers.ts';
import type { ConnectWatch, Session } from '../transport.ts';
import { CheckedStream } from './checked-stream.ts';
import { saidFailure, saidOpenFailure } from './said-failure.ts';
import { isListening, type SshProcess } from './ssh-process.ts';
import type { SessionPaths } from './ssh-words.ts';

export interface OpensshSessionOptions {
  readonly process: SshProcess;
  readonly paths: SessionPaths;
  readonly instance: Hop;
  readonly target: DialTarget;
  readonly timers: Timers;
  readonly probe: () => SshProcess;
  /** Removes the sockets. */
  readonly clear: () => void;
  readonly watch: ConnectWatch;
  /** Hears what ssh says from now on. */
  readonly onSaid: (listener: (text: string) => void) => void;
}

/** A session held by a running ssh. */
export function createOpensshSession({
  process,
  paths,
  instance,
  target,
  timers,
  probe,
  clear,
  watch,
  onSaid,
}: OpensshSessionOptions): Session {
  const streams = new Set<CheckedStream>();
  let lost: Failure | undefined;
  let isClosed = false;
  let tell: ((failure: Failure) => void) | undefined;
  let refused: Failure | undefined;

  const end = (failure: Failure): void => {
    for (const stream of streams) stream.destroy(new FailureError(failure));
    process.kill();
    clear();
  };
  const lose = (failure: Failure): void => {
    if (lost || isClosed) return;
    lost = failure;
    end(failure);
    tell?.(failure);
  };
  void process.ended.then(() => lose(saidFailure(process.said(), instance)));
  onSaid((text) => {
    // ssh connects us before it knows whether the instance lets it; that it does not is said here only.
    refused = saidOpenFailure(text, instance, target) ?? refused;
    if (refused?.code === 'forwarding-forbidden') lose(refused);
  });

  /** An end without a byte may be a connection that never was. */
  const whyBroken = async (hasReceived: boolean): Promise<Error | undefined> => {
    if (lost) return new FailureError(lost);
    if (!(await isListening(paths.control))) return new FailureError(lost ?? sshLost(instance, 'the system’s ssh ended'));
    if (hasReceived || !refused) return undefined;
    const failure = refused;
    refused = undefined;
    return new FailureError(failure);
  };

  return {
    open: async (wanted, { signal, isHalfOpen = false }) => {
      if (wanted.host !== target.host || wanted.port !== target.port) {
        return {
          ok: false,
          failure: {
            code: 'unsupported',
            message: 'The system’s ssh carries connections to the inference server only.',
            remedy: 'Let Causeway carry the tunnel itself.',
          },
        };
      }
      const socket = connect({ path: paths.forward, allowHalfOpen: true });
      try {
        await once(socket, 'connect', { signal });
      } catch (error) {
        socket.destroy();
        if (signal.aborted) throw signal.reason;
        lose(sshLost(instance, `the system's ssh has gone (${errorMessage(error)})`)); // its end may be heard of a little later
        return { ok: false, failure: lost ?? sshLost(instance, 'the tunnel was closed') };
      }
      const stream = new CheckedStream(socket, { isHalfOpen, whyBroken, onBytes: watch.onBytes });
      streams.add(stream);
      stream.once('close', () => streams.delete(stream));
      return ok(stream);
    },
    ping: async (limitMs) => {
      const asked = probe();
      let isLate = false;
      const cancel = timers.after(limitMs, () => {
        isLate = true;
        asked.kill();
      });
      await asked.ended;
      cancel();
      // That it was refused is an answer, if ssh still stands. How long it took says little: most of it is a new process.
      return !isLate && (await isListening(paths.control)) ? { kind: 'heard' } : { kind: 'silent' };
    },
    onLost: (listener) => {
      tell = listener;
      if (lost) listener(lost);
    },
    close: () => {
      if (lost || isClosed) return;
      isClosed = true;
      end(sshLost(instance, 'the tunnel was closed'));
    },
  };
}
