import { type CredentialCache, loginScope, type SavedSecrets, type SecretRef } from '../authentication/secrets.ts';
import type { SshQuestion } from '../../../contract/connection.ts';
import type { Ask, Hop } from '../types.ts';
import { identityLabels, keyText } from '../text.ts';

/** The secrets of one login attempt. */
export type AskpassSecrets = ReturnType<typeof createAskpassSecrets>;

export interface AskpassSecretsOptions {
  readonly ask: Ask;
  readonly saved: SavedSecrets;
  readonly cache: CredentialCache;
}

interface GivenSecret {
  readonly kind: SecretRef['kind'];
  readonly scope: string;
  readonly secret: string;
  readonly keep: boolean;
}

/** Creates the secrets of one ssh process. A repeated question means that the previous answer was wrong. */
export function createAskpassSecrets({ ask, saved, cache }: AskpassSecretsOptions) {
  const givenSecrets = new Map<string, GivenSecret>();
  const askedNames = new Set<string>();
  const dismissed = new Set<string>();
  const skipped = new Set<string>();
  const wrong = new Set<string>();
  const cacheFor = (kind: SecretRef['kind']): Map<string, string> => (kind === 'ssh-password' ? cache.passwords : cache.passphrases);

  const findOrAsk = async (
    kind: SecretRef['kind'],
    scope: string,
    question: (isAgain: boolean) => SshQuestion,
    signal: AbortSignal,
  ): Promise<string | undefined> => {
    const name = `${kind} ${scope}`;
    const isAgain = askedNames.has(name);
    askedNames.add(name);
    const stored = isAgain ? undefined : (cacheFor(kind).get(scope) ?? (await saved.find(kind, scope, signal)));
    if (stored !== undefined) {
      givenSecrets.set(name, { kind, scope, secret: stored, keep: false });
      return stored;
    }
    if (kind === 'key-passphrase' && isAgain) wrong.add(scope);
    if (dismissed.has(name)) return undefined;
    const reply = await ask(question(isAgain), signal);
    if (reply.kind === 'not-asked') return undefined;
    givenSecrets.delete(name);
    cacheFor(kind).delete(scope);
    const secret = reply.kind === 'secret' ? reply.secret : reply.kind === 'prompts' ? reply.answers[0] : undefined;
    if (secret === undefined) dismissed.add(name);
    if (secret === undefined && kind === 'key-passphrase') skipped.add(scope);
    if (secret !== undefined) givenSecrets.set(name, { kind, scope, secret, keep: reply.kind === 'secret' && reply.keep });
    return secret;
  };

  return {
    /** Returns the secret, or undefined if the user dismissed the question. */
    answer: async (prompt: ParsedPrompt, hop: Hop, signal: AbortSignal): Promise<string | undefined> => {
      switch (prompt.kind) {
        case 'passphrase':
          return findOrAsk('key-passphrase', prompt.keyFile, (isAgain) => ({ ...prompt, hop: hop.name, isAgain }), signal);
        case 'password':
          return findOrAsk(
            'ssh-password',
            loginScope(hop),
            (isAgain) => ({ kind: 'password', hop: hop.name, login: hop.login, isAgain }),
            signal,
          );
        case 'prompt': {
          if (prompt.isPassword)
            return findOrAsk('ssh-password', loginScope(hop), (isAgain) => toQuestion(prompt.text, hop, isAgain), signal);
          const name = `prompt ${loginScope(hop)} ${prompt.text}`;
          const isAgain = askedNames.has(name);
          askedNames.add(name);
          const reply = await ask(toQuestion(prompt.text, hop, isAgain), signal);
          return reply.kind === 'prompts' ? (reply.answers[0] ?? '') : undefined;
        }
      }
    },
    /** Returns sentences about keys that were not used. */
    skippedKeys: (): readonly string[] => [...skipped].map((keyFile) => keyText.skipped(keyFile, wrong.has(keyFile))),
    /** Saves accepted secrets, forgets rejected ones and caches those that were never checked. Returns notes for the user. */
    finish: async (outcome: 'in' | 'refused' | 'lost', signal: AbortSignal): Promise<readonly string[]> => {
      const notes: string[] = [];
      for (const { kind, scope, secret, keep } of givenSecrets.values()) {
        if (outcome === 'refused') cacheFor(kind).delete(scope);
        else cacheFor(kind).set(scope, secret);
        const problem = outcome === 'in' && keep ? await saved.save(kind, scope, secret, signal) : undefined;
        if (problem !== undefined) notes.push(problem);
      }
      return notes;
    },
  };
}

/** ssh passes the server's prompts on one by one without saying which may be echoed, so all are secret. */
function toQuestion(text: string, hop: Hop, isAgain: boolean): SshQuestion {
  return { kind: 'prompts', hop: hop.name, title: '', instructions: '', prompts: [{ text, isSecret: true }], isAgain };
}

/** What ssh prompts for. */
export type ParsedPrompt =
  | { readonly kind: 'passphrase'; readonly keyFile: string }
  | { readonly kind: 'password' }
  /** A prompt of the server, or a security key's PIN. */
  | { readonly kind: 'prompt'; readonly text: string; readonly isPassword: boolean };

/** Parses a prompt of ssh. */
export function parsePrompt(text: string): ParsedPrompt {
  const keyFile = /^Enter passphrase for (?:\S+ )?key '?(.*?)'?: *$/s.exec(text)?.[1];
  if (keyFile !== undefined) return { kind: 'passphrase', keyFile };
  if (/^[^\n]*@[^\n]*'s password: *$/.test(text)) return { kind: 'password' };
  const promptText = text.replace(/^\([^()\s]+@[^()\s]+\) /, ''); // the login, which ssh puts before the server's prompt
  return {
    kind: 'prompt',
    text: promptText,
    isPassword: /password/i.test(promptText) && !/one.?time|otp|code|token|new|again|retype/i.test(promptText),
  };
}

/** Returns the label of the identity that needs this answer. */
export function describePrompt(prompt: ParsedPrompt): string {
  switch (prompt.kind) {
    case 'passphrase':
      return identityLabels.keyFile(prompt.keyFile);
    case 'password':
      return identityLabels.password(1);
    case 'prompt':
      return identityLabels.questions(1);
  }
}
