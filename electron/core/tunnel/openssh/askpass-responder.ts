import type { Failure } from '../../../contract/failure.ts';
import { parseHostCertificate } from '../host-keys/host-certificate.ts';
import { keyType } from '../host-keys/public-key.ts';
import type { Ask, Hop, HostKeys, HopChain, ConnectObserver } from '../types.ts';
import { createHostVerifier, type HostVerifier } from '../ssh2/host-verifier.ts';
import { dismissedFailure } from '../ssh2/ssh-failure.ts';
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
  /** Called at each step. After a notice the user may have to touch a security key, and ssh doesn't report that it was touched. */
  readonly onStep: (isNotice: boolean) => void;
  /** Called when the user dismisses a question, because ssh would continue with an empty secret. */
  readonly onDismissed: () => void;
}

/** Answers the questions of one ssh process, with the same host key check and the same questions as ssh2 sessions. */
export type AskpassResponder = ReturnType<typeof createAskpassResponder>;

/** ssh also asks without a key, for its order of types. */
const noKey = Buffer.from('NONE', 'base64');

/** Creates the responder of one ssh process. */
export function createAskpassResponder(options: AskpassResponderOptions) {
  const { hopChain, files, secrets, observer, signal } = options;
  const verifiers = new Map<Hop, HostVerifier>();
  const pending = new Set<Promise<void>>();
  let current: number | undefined;
  let secretSentTo: Hop | undefined;
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

  const answerHostKey = async ({ hop: index, name, key }: Extract<AskpassQuestion, { kind: 'host-key' }>): Promise<AskpassReply> => {
    const hop = hopChain.hops[index];
    if (!hop || key.equals(noKey)) return '';
    current = index;
    observer.onProgress(hop.name, undefined);
    const certificate = parseHostCertificate(key);
    const plain = certificate ?? { key, keyType: keyType(key) };
    // ssh checks certificates of rare types against the user's files.
    if (plain.keyType === undefined || plain.keyType.includes('-cert-')) return '';
    // The others, too. If the files don't have the authority, ssh continues with the plain key, but doesn't ask about it.
    if (certificate && (await options.hostKeys.hasAuthority?.(hop, certificate.authority))) return '';
    return new Promise((resolve) =>
      verifierFor(hop).verify(plain.key, (isAccepted) =>
        resolve(isAccepted ? `${name} ${plain.keyType} ${plain.key.toString('base64')}` : undefined),
      ),
    );
  };

  const answerSecret = async (text: string, answer: AskpassRequest['answer']): Promise<void> => {
    const hop = getCurrentHop();
    const prompt = parsePrompt(text);
    observer.onProgress(hop.name, describePrompt(prompt));
    const secret = await secrets.answer(prompt, hop, signal);
    const canLockOut = prompt.kind !== 'passphrase';
    if (secret === undefined && canLockOut) {
      dismissal = dismissedFailure(hop);
      options.onDismissed();
    }
    const isDelivered = await answer(secret);
    if (canLockOut && isDelivered && secret !== undefined) secretSentTo = hop;
  };

  const handle = async ({ question, answer }: AskpassRequest): Promise<void> => {
    options.onStep(question.kind === 'notice');
    switch (question.kind) {
      case 'host-key':
        return void (await answer(await answerHostKey(question)));
      case 'secret':
        return answerSecret(question.text, answer);
      case 'confirm': {
        const prompts = [{ text: question.text, isSecret: false }];
        const confirmation = {
          kind: 'prompts',
          hop: getCurrentHop().name,
          title: '',
          instructions: 'yes or no',
          prompts,
          isAgain: false,
        } as const;
        const reply = await options.ask(confirmation, signal);
        return void (await answer(reply.kind === 'prompts' && /^y/i.test(reply.answers[0] ?? '') ? '' : undefined));
      }
      case 'notice':
        return observer.onNote(question.text.trim()); // such as "Confirm user presence for key …"
    }
  };

  return {
    /** Takes new questions. They are answered in the background. */
    poll: async (): Promise<void> => {
      for (const request of await files.poll()) {
        const handled = handle(request)
          .catch(() => request.answer(undefined).then(() => undefined)) // aborted
          .finally(() => pending.delete(handled));
        pending.add(handled);
      }
    },
    whenAnswered: async (): Promise<void> => void (await Promise.all(pending)),
    /** Returns the index of the hop being logged in to. ssh asks about its host key first. */
    currentHop: (): number => current ?? 0,
    /** Returns whether that hop has sent its host key. */
    hasHopAnswered: (): boolean => current !== undefined,
    /** Returns why ssh can't continue, if that was decided here. */
    failure: (): Failure | undefined =>
      dismissal ?? [...verifiers.values()].map((verifier) => verifier.failure()).find((failure) => failure !== undefined),
    /** Returns whether a secret was sent to the current hop, because a rejected one counts towards a lock-out. */
    hasSentSecret: (): boolean => secretSentTo === getCurrentHop(),
  };
}
