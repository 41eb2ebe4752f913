import type { Failure } from '../../../contract/failure.ts';
import { keyType } from '../host-keys/public-key.ts';
import type { Ask, Hop, HostKeys, HopChain } from '../types.ts';
import { createHostVerifier, type HostVerifier } from '../ssh2/host-verifier.ts';
import { loginDismissed } from '../ssh2/ssh-failure.ts';
import type { ConnectWatch } from '../transport.ts';
import type { AskpassRequest, AskpassFiles, SshQuestion, SshReply } from './askpass-files.ts';
import { identityOf, readPrompt, type AskpassSecrets } from './askpass-secrets.ts';

export interface AskpassResponderOptions {
  readonly road: HopChain;
  readonly box: AskpassFiles;
  readonly hostKeys: HostKeys;
  readonly ask: Ask;
  readonly secrets: AskpassSecrets;
  readonly watch: ConnectWatch;
  readonly signal: AbortSignal;
  /** Keys accepted earlier in this run of the program. */
  readonly accepted: Map<Hop, Buffer>;
  /** Something goes on; `isOpenEnded`: for as long as the user likes. */
  readonly onStep: (isOpenEnded: boolean) => void;
  /** The user will not answer: ssh would go on with an empty secret. */
  readonly onGivenUp: () => void;
}

/** Answers what one run of ssh asks, with the same judgement and the same questions as our own sessions. */
export interface AskpassResponder {
  /** Takes what has been asked; the answers follow when they are there. */
  readonly look: () => Promise<void>;
  readonly whenAnswered: () => Promise<void>;
  /** The hop that is being logged in to: ssh asks about its key first. */
  readonly current: () => number;
  /** Whether that one has answered. */
  readonly hasAnswered: () => boolean;
  /** Why it can't go on, if that was decided here. */
  readonly failure: () => Failure | undefined;
  /** Whether the server has heard a guess that counts towards a lock-out. */
  readonly hasGuessed: () => boolean;
}

/** Answers that were not asked for yet. */
export function createAskpassResponder(options: AskpassResponderOptions): AskpassResponder {
  const { road, box, secrets, watch, signal } = options;
  const verifiers = new Map<Hop, HostVerifier>();
  const pending = new Set<Promise<void>>();
  let current: number | undefined;
  let hasGuessed = false;
  let givenUp: Failure | undefined;
  const hopNow = (): Hop => road.hops[current ?? 0] ?? road.hops[0];

  const verifierOf = (hop: Hop): HostVerifier => {
    const verifier =
      verifiers.get(hop) ??
      createHostVerifier({
        hop,
        hostKeys: options.hostKeys,
        ask: options.ask,
        signal,
        earlier: options.accepted.get(hop),
        onAccepted: (key) => void options.accepted.set(hop, key),
        onChanged: (key) => watch.onRefusedKey(hop, key),
        onNote: watch.onNote,
      });
    verifiers.set(hop, verifier);
    return verifier;
  };

  const aboutKey = ({ hop: index, name, key }: Extract<SshQuestion, { kind: 'host-key' }>): Promise<SshReply> => {
    const hop = road.hops[index];
    const type = keyType(key);
    // Asked before there is a key, for its own order of types; and of certificates the user's files decide, which ssh has read.
    if (!hop || type === undefined || type.includes('-cert-')) return Promise.resolve('');
    current = index;
    watch.onTrying(hop.name, undefined);
    return new Promise((resolve) =>
      verifierOf(hop).verify(key, (isAccepted) => resolve(isAccepted ? `${name} ${type} ${key.toString('base64')}` : undefined)),
    );
  };

  const aboutSecret = async (text: string, answer: AskpassRequest['answer']): Promise<void> => {
    const hop = hopNow();
    const wanted = readPrompt(text);
    watch.onTrying(hop.name, identityOf(wanted));
    const secret = await secrets.answer(wanted, hop, signal);
    const isGuess = wanted.kind !== 'passphrase';
    if (secret === undefined && isGuess) {
      givenUp = loginDismissed(hop);
      options.onGivenUp();
    }
    const isHeard = await answer(secret);
    hasGuessed ||= isGuess && isHeard && secret !== undefined;
  };

  const handle = async ({ question: asked, answer }: AskpassRequest): Promise<void> => {
    options.onStep(asked.kind === 'notice');
    switch (asked.kind) {
      case 'host-key':
        return void (await answer(await aboutKey(asked)));
      case 'secret':
        return aboutSecret(asked.text, answer);
      case 'confirm': {
        const prompts = [{ text: asked.text, isSecret: false }];
        const question = { kind: 'prompts', hop: hopNow().name, title: '', instructions: 'yes or no', prompts, isAgain: false } as const;
        const reply = await options.ask(question, signal);
        return void (await answer(reply.kind === 'prompts' && /^y/i.test(reply.answers[0] ?? '') ? '' : undefined));
      }
      case 'notice':
        return watch.onNote(asked.text.trim()); // such as "Confirm user presence for key …": ssh ends the helper itself
    }
  };

  return {
    look: async () => {
      for (const asked of await box.look()) {
        const handled = handle(asked)
          .catch(() => asked.answer(undefined).then(() => undefined)) // withdrawn
          .finally(() => pending.delete(handled));
        pending.add(handled);
      }
    },
    whenAnswered: async () => void (await Promise.all(pending)),
    current: () => current ?? 0,
    hasAnswered: () => current !== undefined,
    failure: () => givenUp ?? [...verifiers.values()].map((verifier) => verifier.failure()).find((failure) => failure !== undefined),
    hasGuessed: () => hasGuessed,
  };
}
