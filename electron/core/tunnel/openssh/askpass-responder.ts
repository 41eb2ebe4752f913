import type { Failure } from '../../../contract/failure.ts';
import { keyType } from '../host-keys/public-key.ts';
import type { Ask, Hop, HostKeys, HopChain } from '../types.ts';
import { createHostVerifier, type HostVerifier } from '../ssh2/host-verifier.ts';
import { dismissedFailure } from '../ssh2/ssh-failure.ts';
import type { ConnectObserver } from '../transport.ts';
import type { AskpassRequest, AskpassFiles, AskpassQuestion, AskpassReply } from './askpass-files.ts';
import { describePrompt, parsePrompt, type AskpassSecrets } from './askpass-secrets.ts';

export interface AskpassResponderOptions {
  readonly hopChain: HopChain;
  readonly files: AskpassFiles;
  readonly hostKeys: HostKeys;
  readonly ask: Ask;
  readonly secrets: AskpassSecrets;
  readonly observer: ConnectObserver;
  readonly signal: AbortSignal;
  /** Keys accepted earlier in this run of the program. */
  readonly accepted: Map<Hop, Buffer>;
  /** Something goes on; `isOpenEnded`: for as long as the user likes. */
  readonly onStep: (isOpenEnded: boolean) => void;
  /** The user will not answer: ssh would go on with an empty secret. */
  readonly onDismissed: () => void;
}

/** Answers what one run of ssh asks, with the same judgement and the same questions as our own sessions. */
export interface AskpassResponder {
  /** Takes what has been asked; the answers follow when they are there. */
  readonly poll: () => Promise<void>;
  readonly whenAnswered: () => Promise<void>;
  /** The hop that is being logged in to: ssh asks about its key first. */
  readonly currentHop: () => number;
  /** Whether that one has answered. */
  readonly hasHopAnswered: () => boolean;
  /** Why it can't go on, if that was decided here. */
  readonly failure: () => Failure | undefined;
  /** Whether the server has heard a guess that counts towards a lock-out. */
  readonly hasSentSecret: () => boolean;
}

/** Answers that were not asked for yet. */
export function createAskpassResponder(options: AskpassResponderOptions): AskpassResponder {
  const { hopChain, files, secrets, observer, signal } = options;
  const verifiers = new Map<Hop, HostVerifier>();
  const pending = new Set<Promise<void>>();
  let current: number | undefined;
  let hasGuessed = false;
  let dismissal: Failure | undefined;
  const getCurrentHop = (): Hop => hopChain.hops[current ?? 0] ?? hopChain.hops[0];

  const verifierFor = (hop: Hop): HostVerifier => {
    const verifier =
      verifiers.get(hop) ??
      createHostVerifier({
        hop,
        hostKeys: options.hostKeys,
        ask: options.ask,
        signal,
        earlier: options.accepted.get(hop),
        onAccepted: (key) => void options.accepted.set(hop, key),
        onChanged: (key) => observer.onRefusedKey(hop, key),
        onNote: observer.onNote,
      });
    verifiers.set(hop, verifier);
    return verifier;
  };

  const answerHostKey = ({ hop: index, name, key }: Extract<AskpassQuestion, { kind: 'host-key' }>): Promise<AskpassReply> => {
    const hop = hopChain.hops[index];
    const type = keyType(key);
    // Asked before there is a key, for its own order of types; and of certificates the user's files decide, which ssh has read.
    if (!hop || type === undefined || type.includes('-cert-')) return Promise.resolve('');
    current = index;
    observer.onProgress(hop.name, undefined);
    return new Promise((resolve) =>
      verifierFor(hop).verify(key, (isAccepted) => resolve(isAccepted ? `${name} ${type} ${key.toString('base64')}` : undefined)),
    );
  };

  const answerSecret = async (text: string, answer: AskpassRequest['answer']): Promise<void> => {
    const hop = getCurrentHop();
    const prompt = parsePrompt(text);
    observer.onProgress(hop.name, describePrompt(prompt));
    const secret = await secrets.answer(prompt, hop, signal);
    const isGuess = prompt.kind !== 'passphrase';
    if (secret === undefined && isGuess) {
      dismissal = dismissedFailure(hop);
      options.onDismissed();
    }
    const isDelivered = await answer(secret);
    hasGuessed ||= isGuess && isDelivered && secret !== undefined;
  };

  const handle = async ({ question: asked, answer }: AskpassRequest): Promise<void> => {
    options.onStep(asked.kind === 'notice');
    switch (asked.kind) {
      case 'host-key':
        return void (await answer(await answerHostKey(asked)));
      case 'secret':
        return answerSecret(asked.text, answer);
      case 'confirm': {
        const prompts = [{ text: asked.text, isSecret: false }];
        const question = {
          kind: 'prompts',
          hop: getCurrentHop().name,
          title: '',
          instructions: 'yes or no',
          prompts,
          isAgain: false,
        } as const;
        const reply = await options.ask(question, signal);
        return void (await answer(reply.kind === 'prompts' && /^y/i.test(reply.answers[0] ?? '') ? '' : undefined));
      }
      case 'notice':
        return observer.onNote(asked.text.trim()); // such as "Confirm user presence for key …": ssh ends the helper itself
    }
  };

  return {
    poll: async () => {
      for (const asked of await files.poll()) {
        const handled = handle(asked)
          .catch(() => asked.answer(undefined).then(() => undefined)) // withdrawn
          .finally(() => pending.delete(handled));
        pending.add(handled);
      }
    },
    whenAnswered: async () => void (await Promise.all(pending)),
    currentHop: () => current ?? 0,
    hasHopAnswered: () => current !== undefined,
    failure: () => dismissal ?? [...verifiers.values()].map((verifier) => verifier.failure()).find((failure) => failure !== undefined),
    hasSentSecret: () => hasGuessed,
  };
}
