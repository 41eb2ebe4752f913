import { stoppedByUser, type Failure, type FailureCode } from '../../../contract/failure.ts';
import type { Ask, Hop, HostKeys, HopChain } from '../types.ts';
import { notLoggedIn, tooSlow } from '../ssh2/ssh-failure.ts';
import { createStepTimeout } from '../ssh2/step-timeout.ts';
import type { Timers } from '../timers.ts';
import type { ConnectWatch } from '../transport.ts';
import { createAskpassResponder, type AskpassResponder } from './askpass-responder.ts';
import type { AskpassFiles } from './askpass-files.ts';
import { sshErrorFailure, describeKeyErrors } from './parse-ssh-error.ts';
import type { AskpassSecrets } from './askpass-secrets.ts';
import { isListening, type SshProcess } from './ssh-process.ts';

export interface LogInOptions {
  readonly ssh: SshProcess;
  /** ssh opens its control socket last. */
  readonly control: string;
  readonly road: HopChain;
  readonly box: AskpassFiles;
  readonly hostKeys: HostKeys;
  readonly ask: Ask;
  readonly secrets: (ask: Ask) => AskpassSecrets;
  readonly accepted: Map<Hop, Buffer>;
  readonly timers: Timers;
  readonly watch: ConnectWatch;
  readonly signal: AbortSignal;
}

/** The server said no, or the user did; what was typed before is not to be kept. */
const refusals: ReadonlySet<FailureCode> = new Set(['ssh-auth', 'login-given-up']);
const lookMs = 25;
/** ssh has limits of its own and better words for them, so ours comes later. */
const slackMs = 5000;

/** Answers ssh's questions until it has logged in and listens; then nothing, else why not. */
export async function logIn(options: LogInOptions): Promise<Failure | undefined> {
  const { road, timers, watch, signal } = options;
  let expired: Failure | undefined;
  let isGivenUp = false;
  const slowest = Math.max(...road.hops.map(({ connectTimeoutMs }) => connectTimeoutMs));
  const limit = createStepTimeout(slowest + slackMs, timers, () => {
    expired = tooSlow(road.hops[answering.current()] ?? road.hops[0]);
  });
  const patiently: Ask = (question, within) => limit.hold(options.ask(question, within));
  const secrets = options.secrets(patiently);
  const answering = createAskpassResponder({
    ...options,
    ask: patiently,
    secrets,
    onStep: (isOpenEnded) => (isOpenEnded ? limit.end() : limit.restart()),
    onGivenUp: () => void (isGivenUp = true),
  });
  try {
    const failure = await untilListening(options, answering, () => expired ?? (isGivenUp ? answering.failure() : undefined));
    // A question the user is answering stays: the answer is remembered, and the next attempt is silent.
    if (failure && !signal.aborted) await answering.whenAnswered();
    const isRefused = failure !== undefined && refusals.has(failure.code);
    const outcome = !failure ? 'in' : isRefused && !watch.isUnattended ? 'refused' : 'lost';
    for (const note of await secrets.settle(outcome, signal)) watch.onNote(note);
    if (!isRefused) return failure;
    return { ...failure, message: [failure.message, ...secrets.passedOver(), ...describeKeyErrors(options.ssh.said())].join(' ') };
  } finally {
    limit.end();
  }
}

async function untilListening(
  { ssh, control, road, timers, signal }: LogInOptions,
  answering: AskpassResponder,
  stopped: () => Failure | undefined,
): Promise<Failure | undefined> {
  const ended = ssh.ended.then(({ trouble }) => (trouble === undefined ? whyEnded(ssh.said(), road, answering) : notRun(trouble)));
  for (;;) {
    const pause = new Promise<undefined>((resolve) => void timers.after(lookMs, () => resolve(undefined)));
    const failure = (await Promise.race([ended, pause])) ?? stopped();
    if (failure) return failure;
    if (signal.aborted) return stoppedByUser.failure;
    await answering.look();
    if (await isListening(control)) return undefined;
  }
}

/** What we decided counts first; then what ssh said of the hop it was at. */
function whyEnded(said: string, road: HopChain, answering: AskpassResponder): Failure {
  const at = answering.current();
  const hop = road.hops[at] ?? road.hops[0];
  const decided = answering.failure();
  if (decided) return decided;
  const failure = sshErrorFailure(said, hop, answering.hasAnswered() ? road.hops[at + 1] : undefined);
  // A server that hangs up after wrong guesses does not always say why; to try again could lock the user out.
  return failure.code === 'connection-lost' && answering.hasGuessed() ? notLoggedIn(hop, ['the answers given'], []) : failure;
}

function notRun(trouble: string): Failure {
  return {
    code: 'tunnel-program',
    message: trouble === 'ENOENT' ? 'This system has no ssh program.' : `The system's ssh could not be run (${trouble}).`,
    remedy: 'Install OpenSSH, or let Causeway carry the tunnel itself.',
  };
}
