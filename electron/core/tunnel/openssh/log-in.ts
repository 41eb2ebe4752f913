import type { Failure } from '../../../contract/failure.ts';
import { failure as failureOf, stoppedByUser } from '../../../contract/failures/fail.ts';
import type { Ask, Hop, HostKeys, HopChain, ConnectObserver } from '../types.ts';
import { authFailure, timeoutFailure } from '../ssh2/ssh-failure.ts';
import { createStepTimeout, stepLimitMs, type Timers } from '../timers.ts';
import { isRefusal } from '../state/tunnel-state.ts';
import { createAskpassResponder, type AskpassResponder } from './askpass-responder.ts';
import type { AskpassFiles } from './askpass-files.ts';
import { sshErrorFailure, describeKeyErrors, isListening, type SshProcess } from './ssh-process.ts';
import type { AskpassSecrets } from './askpass-secrets.ts';
import { identityLabels } from '../text.ts';

export interface LogInOptions {
  readonly ssh: SshProcess;
  /** ssh opens its control socket last. */
  readonly control: string;
  readonly hopChain: HopChain;
  readonly files: AskpassFiles;
  readonly hostKeys: HostKeys;
  readonly ask: Ask;
  readonly secrets: AskpassSecrets;
  readonly accepted: Map<Hop, Buffer>;
  /** Returns how many jump hosts have accepted the sign-in. */
  readonly jumpLogins: () => number;
  readonly timers: Timers;
  readonly observer: ConnectObserver;
  readonly signal: AbortSignal;
}

const pollMs = 25;
/** ssh's own timeouts have better error messages, so ours comes later. */
const extraMs = 5000;

/** Answers ssh's questions until it has logged in and listens. Returns the failure, if any. */
export async function logIn(options: LogInOptions): Promise<Failure | undefined> {
  const { hopChain, secrets, timers, observer, signal } = options;
  let expired: Failure | undefined;
  let isDismissed = false;
  let jumpLogins = 0;
  let isTouchPending = false;
  let isPending = (): boolean => false; // until there is a responder, which needs the limit
  const maxTimeoutMs = Math.max(...hopChain.hops.map(({ connectTimeoutMs }) => connectTimeoutMs));
  const limit = createStepTimeout(
    () => stepLimitMs(maxTimeoutMs + extraMs, isTouchPending || isPending()),
    timers,
    () => void (expired = silenceFailure(options, responder, isTouchPending)),
  );
  const responder = createAskpassResponder({
    ...options,
    ask: (question, within) => limit.pauseFor(options.ask(question, within)),
    // The keychain may ask the user, too.
    secrets: { ...secrets, answer: (prompt, hop, within) => limit.pauseFor(secrets.answer(prompt, hop, within)) },
    onStep: (isNotice) => {
      isTouchPending = isNotice;
      limit.restart();
    },
    onDismissed: () => void (isDismissed = true),
  });
  isPending = () => isSecretPending(options, responder);
  const stopped = (): Failure | undefined => expired ?? (isDismissed ? responder.failure() : undefined);
  const onPoll = (): void => {
    if (options.jumpLogins() === jumpLogins) return;
    jumpLogins = options.jumpLogins();
    isTouchPending = false;
    limit.restart(); // the next hop has its own time
  };
  try {
    const failure = await waitForListening(options, responder, stopped, onPoll);
    // The user may finish answering: the answer is cached, and the next attempt asks nothing.
    if (failure && !signal.aborted) await responder.whenAnswered();
    const isRefused = failure !== undefined && isRefusal(failure);
    // Only a refusal by the server or the user makes typed secrets wrong.
    const outcome = !failure ? 'in' : isRefused && !observer.isUnattended ? 'refused' : 'lost';
    for (const note of await secrets.finish(outcome, signal)) observer.onNote(note);
    if (!isRefused) return failure;
    const notes = [...secrets.skippedKeys(), ...describeKeyErrors(options.ssh.stderr())];
    return notes.length === 0 ? failure : { ...failureOf('sign-in-with-notes', { cause: failure, notes }), code: failure.code };
  } finally {
    limit.end();
  }
}

/** Returns whether the current hop has a secret and hasn't answered it. */
function isSecretPending({ jumpLogins }: LogInOptions, responder: AskpassResponder): boolean {
  return responder.hasSentSecret() && jumpLogins() <= responder.currentHop();
}

async function waitForListening(
  options: LogInOptions,
  responder: AskpassResponder,
  stopped: () => Failure | undefined,
  onPoll: () => void,
): Promise<Failure | undefined> {
  const { ssh, control, timers, signal } = options;
  const ended = ssh.exited.then(({ startError }) =>
    startError === undefined ? exitFailure(ssh.stderr(), options, responder) : startFailure(startError),
  );
  for (;;) {
    const pause = new Promise<undefined>((resolve) => void timers.after(pollMs, () => resolve(undefined)));
    const failure = (await Promise.race([ended, pause])) ?? stopped();
    if (failure) return failure;
    if (signal.aborted) return stoppedByUser.failure;
    onPoll();
    await responder.poll();
    if (await isListening(control)) return undefined;
  }
}

/** Returns our own decision if there is one, otherwise the failure in ssh's output. */
function exitFailure(stderr: string, options: LogInOptions, responder: AskpassResponder): Failure {
  const { hopChain } = options;
  const at = responder.currentHop();
  const hop = hopChain.hops[at] ?? hopChain.hops[0];
  const decided = responder.failure();
  if (decided) return decided;
  const failure = sshErrorFailure(stderr, hop, responder.hasHopAnswered() ? hopChain.hops[at + 1] : undefined);
  // Servers may hang up after wrong secrets without saying why. Retrying could lock the user out.
  return failure.code === 'connection-lost' && isSecretPending(options, responder)
    ? authFailure(hop, [identityLabels.answers], [])
    : failure;
}

/** The user or the hop being logged in to didn't answer, or the hop behind it if that one has accepted the sign-in. */
function silenceFailure(options: LogInOptions, responder: AskpassResponder, isTouchPending: boolean): Failure {
  const { hops } = options.hopChain;
  const at = responder.currentHop();
  const hop = hops[at] ?? hops[0];
  if (isSecretPending(options, responder)) return failureOf('sign-in-unanswered', { hop: hop.name, login: hop.login });
  if (isTouchPending) return failureOf('security-key-untouched', { hop: hop.name });
  const silent = Math.min(Math.max(at, options.jumpLogins()), hops.length - 1);
  return timeoutFailure(hops[silent] ?? hops[0], hops[silent - 1]);
}

function startFailure(startError: string): Failure {
  return startError === 'ENOENT' ? failureOf('system-ssh-missing') : failureOf('system-ssh-not-started', { detail: startError });
}
