import { once } from 'node:events';
import { connect } from 'node:net';
import { ok, type Failure } from '../../../contract/failure.ts';
import type { DialTarget } from '../../shared/dial.ts';
import { FailureError } from '../../shared/failure-error.ts';
import { errorMessage } from '../../shared/node-error.ts';
import { abortable } from '../../shared/abortable.ts';
import type { Hop } from '../types.ts';
import { sshLost } from '../ssh2/ssh-failure.ts';
import type { Timers } from '../timers.ts';
import type { ConnectWatch, Session } from '../transport.ts';
import type { ChannelLog } from './channel-log.ts';
import { CheckedStream } from './checked-stream.ts';
import { sshErrorFailure, sshOpenFailure } from './parse-ssh-error.ts';
import { isListening, type SshProcess } from './ssh-process.ts';
import type { SessionPaths } from './ssh-arguments.ts';

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
  /** What the process says of its channels. */
  readonly channels: ChannelLog;
}

/** ssh keeps 128 connections waiting for it, and the next one is refused: after an outage more than that may come at once. */
const mostOpening = 64;

/** A session held by a running ssh. */
export function createOpensshSession(options: OpensshSessionOptions): Session {
  const { process, paths, instance, target, timers, channels } = options;
  const streams = new Set<CheckedStream>();
  const gone = Promise.withResolvers<{ readonly kind: 'gone' }>();
  let lost: Failure | undefined;
  let isClosed = false;
  let tell: ((failure: Failure) => void) | undefined;
  let opening = 0;
  const waiting: (() => void)[] = [];
  const enter = async (): Promise<void> => {
    if (opening < mostOpening) opening += 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else opening -= 1;
  };

  const end = (failure: Failure): void => {
    gone.resolve({ kind: 'gone' });
    for (const stream of streams) stream.destroy(new FailureError(failure));
    process.kill();
    options.clear();
  };
  const lose = (failure: Failure): void => {
    if (lost || isClosed) return;
    lost = failure;
    end(failure);
    tell?.(failure);
  };
  void process.ended.then(() => lose(sshErrorFailure(process.said(), instance)));

  const whyBroken = async (): Promise<Error | undefined> => {
    if (lost) return new FailureError(lost);
    return (await isListening(paths.control)) ? undefined : new FailureError(lost ?? sshLost(instance, 'the system’s ssh ended'));
  };

  const open: Session['open'] = async (_target, signal) => {
    signal.throwIfAborted();
    const agreement = Promise.race([channels.next(), gone.promise]);
    const socket = connect({ path: paths.forward, allowHalfOpen: true });
    try {
      await once(socket, 'connect');
    } catch (error) {
      lose(sshLost(instance, `the system's ssh has gone (${errorMessage(error)})`)); // its end may be heard of a little later
      return { ok: false, failure: lost ?? sshLost(instance, 'the tunnel was closed') };
    }
    socket.on('error', () => undefined); // whoever uses it listens as well
    const answer = await abortable(agreement, signal);
    if (answer?.kind === 'agreed') {
      const stream = new CheckedStream(socket, { whyBroken, onBytes: options.watch.onBytes });
      streams.add(stream);
      stream.once('close', () => streams.delete(stream));
      return ok(stream);
    }
    // Not before ssh has taken it, or the log would be out of step.
    void agreement.then(() => socket.destroy());
    if (!answer) throw signal.reason;
    const refused = answer.kind === 'refused' ? (sshOpenFailure(answer.words, instance, target) ?? sshLost(instance, answer.words)) : lost;
    return { ok: false, failure: refused ?? sshLost(instance, 'the tunnel was closed') };
  };

  return {
    open: async (wanted, signal) => {
      if (wanted.host !== target.host || wanted.port !== target.port) return { ok: false, failure: elsewhere };
      await enter();
      return open(wanted, signal).finally(leave);
    },
    ping: async (limitMs) => {
      channels.takeRoundTrip(); // of an earlier one
      const asked = options.probe();
      let isLate = false;
      const cancel = timers.after(limitMs, () => {
        isLate = true;
        asked.kill();
      });
      await asked.ended;
      cancel();
      // That it was refused is an answer, if ssh still stands.
      if (isLate || !(await isListening(paths.control))) return { kind: 'silent' };
      // Not the time until now, most of which is a new process, but that until the instance agreed to the probe's session.
      const ms = channels.takeRoundTrip();
      return ms === undefined ? { kind: 'heard' } : { kind: 'answered', ms };
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

const elsewhere: Failure = {
  code: 'unsupported',
  message: 'The system’s ssh carries connections to the inference server only.',
  remedy: 'Let Causeway carry the tunnel itself.',
};
