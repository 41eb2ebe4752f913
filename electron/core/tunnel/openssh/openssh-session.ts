import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ok, type Failure } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import { type DialTarget, FailureError } from '../../shared/dial.ts';
import { errorCode, errorMessage } from '../../shared/node-error.ts';
import { abortable } from '../../shared/abortable.ts';
import type { Hop, ConnectObserver, Session } from '../types.ts';
import { lostFailure, sshFailure } from '../ssh2/ssh-failure.ts';
import type { Timers } from '../timers.ts';
import type { ChannelLog } from './channel-log.ts';
import { lastLine, sshOpenFailure, isListening, type SshProcess } from './ssh-process.ts';
import type { SessionPaths } from './ssh-arguments.ts';
import { lossDetails } from '../text.ts';
import { Duplex } from 'node:stream';

interface OpensshSessionOptions {
  readonly process: SshProcess;
  readonly paths: SessionPaths;
  readonly instance: Hop;
  readonly target: DialTarget;
  readonly timers: Timers;
  readonly probe: () => SshProcess;
  /** Settles when ssh itself responds. */
  readonly greeting: (signal: AbortSignal) => Promise<void>;
  /** Removes the folder with the sockets. */
  readonly removeFolder: () => void;
  readonly observer: ConnectObserver;
  /** The log of the process's channels. */
  readonly channels: ChannelLog;
}

/** ssh's socket has a backlog of 128 and refuses more. After an outage, more may come at once. */
const maxOpening = 64;
/** Limits a probe that never starts or never ends. */
const probeTimeoutMs = 10_000;

/** Errors of connecting to the socket of an ssh that has ended. Others, such as EMFILE and EAGAIN, say nothing about ssh. */
const goneCodes = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

/** Creates a session over a running ssh. */
export function createOpensshSession(options: OpensshSessionOptions): Session {
  const { process, paths, instance, target, timers, channels } = options;
  const streams = new Set<CheckedStream>();
  const sessionEnd = Promise.withResolvers<{ readonly kind: 'gone' }>();
  let lost: Failure | undefined;
  let isClosed = false;
  let lostListener: ((failure: Failure) => void) | undefined;
  let opening = 0;
  const waiting: (() => void)[] = [];
  const acquire = async (): Promise<void> => {
    if (opening < maxOpening) opening += 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
  };
  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else opening -= 1;
  };

  const end = (failure: Failure): void => {
    sessionEnd.resolve({ kind: 'gone' });
    for (const stream of streams) stream.destroy(new FailureError(failure));
    process.kill();
    options.removeFolder();
  };
  const markLost = (failure: Failure): void => {
    if (lost || isClosed) return;
    lost = failure;
    end(failure);
    lostListener?.(failure);
  };
  // After the login this is always a loss. Earlier output may contain rejected passwords, which must not prevent a retry.
  const loginOutput = process.stderr();
  const outputSinceLogin = (): string => {
    const output = process.stderr();
    return output.startsWith(loginOutput) ? output.slice(loginOutput.length) : output; // long output loses its start
  };
  void process.exited.then(() => markLost(lostFailure(instance, lastLine(outputSinceLogin()))));

  const findBreak = async (): Promise<Error | undefined> => {
    if (lost) return new FailureError(lost);
    return (await isListening(paths.control)) ? undefined : new FailureError(lost ?? lostFailure(instance, lossDetails.systemSshEnded));
  };

  const open: Session['open'] = async (_target, signal) => {
    signal.throwIfAborted();
    const logged = channels.nextOutcome();
    const outcome = Promise.race([logged, sessionEnd.promise]);
    const socket = connect({ path: paths.forward, allowHalfOpen: true });
    try {
      await once(socket, 'connect');
    } catch (error) {
      channels.withdrawOutcome(logged);
      if (!goneCodes.has(errorCode(error) ?? '')) return { ok: false, failure: lost ?? sshFailure(error, instance) };
      markLost(lostFailure(instance, lossDetails.systemSshGone(errorMessage(error)))); // its exit may be reported slightly later
      return { ok: false, failure: lost ?? lostFailure(instance, lossDetails.closed) };
    }
    socket.on('error', () => undefined); // the stream's user adds its own listener
    const answer = await abortable(outcome, signal);
    if (answer?.kind === 'opened') {
      const stream = new CheckedStream(socket, { findBreak, onBytes: options.observer.onBytes });
      streams.add(stream);
      stream.once('close', () => streams.delete(stream));
      return ok(stream);
    }
    // Destroyed only after ssh has accepted it, because otherwise the log would be out of step.
    void outcome.then(() => socket.destroy());
    if (!answer) throw signal.reason;
    const refused =
      answer.kind === 'refused' ? (sshOpenFailure(answer.message, instance, target) ?? lostFailure(instance, answer.message)) : lost;
    return { ok: false, failure: refused ?? lostFailure(instance, lossDetails.closed) };
  };

  return {
    open: async (requested, signal) => {
      if (requested.host !== target.host || requested.port !== target.port) return fail('system-ssh-other-target');
      await acquire();
      return open(requested, signal).finally(release);
    },
    ping: async (limitMs) => {
      const sent = channels.nextSession();
      const probe = options.probe();
      const late = new AbortController();
      const giveUp = (): void => {
        late.abort();
        probe.kill();
      };
      // An ssh that hangs wouldn't answer the probe either, which may take long to start.
      void options.greeting(late.signal).then(timers.after(limitMs, giveUp));
      const cancelProbe = timers.after(probeTimeoutMs + limitMs, giveUp);
      let hasStarted = true;
      const exited = probe.exited.then(({ startError }) => {
        cancelProbe();
        hasStarted = startError === undefined;
        return undefined;
      });
      const request = await Promise.race([sent, exited]);
      // Counted from the request to its answer, because a busy machine takes long to start and end a process.
      const cancel = timers.after(limitMs, giveUp);
      const ms = await Promise.race([request?.answer, exited]);
      cancel();
      if (ms !== undefined) return { kind: 'answered', ms };
      if (!hasStarted) return { kind: 'unsent' };
      // A refusal is an answer too, if ssh is still running.
      return late.signal.aborted || !(await isListening(paths.control)) ? { kind: 'silent' } : { kind: 'busy' };
    },
    onLost: (listener) => {
      lostListener = listener;
      if (lost) listener(lost);
    },
    close: () => {
      if (lost || isClosed) return;
      isClosed = true;
      end(lostFailure(instance, lossDetails.closed));
    },
  };
}

interface CheckedStreamOptions {
  /** Returns an error if the stream ended because ssh died, or undefined for a real end. */
  readonly findBreak: () => Promise<Error | undefined>;
  readonly onBytes: (received: number, sent: number) => void;
}

/**
 * A connection through ssh's socket. When ssh dies, its sockets end cleanly. An end is therefore passed on only if ssh is still
 * running.
 */
class CheckedStream extends Duplex {
  readonly #socket: Socket;
  readonly #options: CheckedStreamOptions;

  constructor(socket: Socket, options: CheckedStreamOptions) {
    super({ allowHalfOpen: false });
    this.#socket = socket;
    this.#options = options;
    socket.on('data', (chunk: Buffer) => {
      options.onBytes(chunk.length, 0);
      if (!this.push(chunk)) socket.pause();
    });
    socket.once('end', () => void this.#check());
    socket.on('error', (error) => this.destroy(error));
    socket.once('close', () => {
      if (!this.readableEnded) void this.#check();
    });
  }

  async #check(): Promise<void> {
    const broken = await this.#options.findBreak();
    if (broken) this.destroy(broken);
    else if (!this.destroyed && !this.readableEnded) this.push(null);
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#options.onBytes(0, chunk.length);
    this.#socket.write(chunk, encoding, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(() => done());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}
