import { type CredentialCache, loginScope, type SavedSecrets, type SecretName } from '../authentication/secrets.ts';
import type { Ask, Hop, Question } from '../types.ts';
import { keySkipped } from '../ssh2/ssh-failure.ts';

/** The secrets of one attempt to log in. */
export interface AskpassSecrets {
  /** The secret, or nothing: given up. */
  readonly answer: (wanted: Wanted, hop: Hop, signal: AbortSignal) => Promise<string | undefined>;
  /** Which keys were not used, and why, each a sentence. */
  readonly passedOver: () => readonly string[];
  /** How the attempt went. Only what let us in is kept; what was refused is forgotten; what nobody heard is remembered. */
  readonly settle: (outcome: 'in' | 'refused' | 'lost', signal: AbortSignal) => Promise<readonly string[]>;
}

export interface AskpassSecretsOptions {
  readonly ask: Ask;
  readonly kept: SavedSecrets;
  readonly memory: CredentialCache;
}

interface Given {
  readonly kind: SecretName['kind'];
  readonly place: string;
  readonly secret: string;
  readonly keep: boolean;
}

/** Answers for one run of ssh: that it asks again means that the answer before was wrong. */
export function createAskpassSecrets({ ask, kept, memory }: AskpassSecretsOptions): AskpassSecrets {
  const given = new Map<string, Given>();
  const asked = new Set<string>();
  const givenUp = new Set<string>();
  const unopened = new Set<string>();
  const wrong = new Set<string>();
  const remembered = (kind: SecretName['kind']): Map<string, string> => (kind === 'ssh-password' ? memory.passwords : memory.passphrases);

  const secretFor = async (
    kind: SecretName['kind'],
    place: string,
    question: (isAgain: boolean) => Question,
    signal: AbortSignal,
  ): Promise<string | undefined> => {
    const name = `${kind} ${place}`;
    const isAgain = asked.has(name);
    asked.add(name);
    const recalled = isAgain ? undefined : (remembered(kind).get(place) ?? (await kept.find(kind, place, signal)));
    if (recalled !== undefined) {
      given.set(name, { kind, place, secret: recalled, keep: false });
      return recalled;
    }
    if (kind === 'key-passphrase' && isAgain) wrong.add(place);
    if (givenUp.has(name)) return undefined;
    const reply = await ask(question(isAgain), signal);
    if (reply.kind === 'not-asked') return undefined;
    given.delete(name);
    remembered(kind).delete(place);
    const secret = reply.kind === 'secret' ? reply.secret : reply.kind === 'prompts' ? reply.answers[0] : undefined;
    if (secret === undefined) givenUp.add(name);
    if (secret === undefined && kind === 'key-passphrase') unopened.add(place);
    if (secret !== undefined) given.set(name, { kind, place, secret, keep: reply.kind === 'secret' && reply.keep });
    return secret;
  };

  return {
    answer: async (wanted, hop, signal) => {
      switch (wanted.kind) {
        case 'passphrase':
          return secretFor('key-passphrase', wanted.keyFile, (isAgain) => ({ ...wanted, hop: hop.name, isAgain }), signal);
        case 'password':
          return secretFor(
            'ssh-password',
            loginScope(hop),
            (isAgain) => ({ kind: 'password', hop: hop.name, login: hop.login, isAgain }),
            signal,
          );
        case 'prompt': {
          if (wanted.isPassword) return secretFor('ssh-password', loginScope(hop), (isAgain) => shown(wanted.text, hop, isAgain), signal);
          const name = `prompt ${loginScope(hop)} ${wanted.text}`;
          const isAgain = asked.has(name);
          asked.add(name);
          const reply = await ask(shown(wanted.text, hop, isAgain), signal);
          return reply.kind === 'prompts' ? (reply.answers[0] ?? '') : undefined;
        }
      }
    },
    passedOver: () => [...unopened].map((keyFile) => keySkipped(keyFile, wrong.has(keyFile))),
    settle: async (outcome, signal) => {
      const notes: string[] = [];
      for (const { kind, place, secret, keep } of given.values()) {
        if (outcome === 'refused') remembered(kind).delete(place);
        else remembered(kind).set(place, secret);
        const trouble = outcome === 'in' && keep ? await kept.keep(kind, place, secret, signal) : undefined;
        if (trouble !== undefined) notes.push(trouble);
      }
      return notes;
    },
  };
}

/** ssh hands the server's questions on one by one, and does not say which may be seen while they are typed. */
function shown(text: string, hop: Hop, isAgain: boolean): Question {
  return { kind: 'prompts', hop: hop.name, title: '', instructions: '', prompts: [{ text, isSecret: true }], isAgain };
}

/** What ssh's words ask for. */
export type Wanted =
  | { readonly kind: 'passphrase'; readonly keyFile: string }
  | { readonly kind: 'password' }
  /** A question of the server's own, or a security key's PIN. */
  | { readonly kind: 'prompt'; readonly text: string; readonly isPassword: boolean };

/** Reads a prompt of ssh. */
export function readPrompt(text: string): Wanted {
  const keyFile = /^Enter passphrase for (?:\S+ )?key '?(.*?)'?: *$/s.exec(text)?.[1];
  if (keyFile !== undefined) return { kind: 'passphrase', keyFile };
  if (/^[^\n]*@[^\n]*'s password: *$/.test(text)) return { kind: 'password' };
  const own = text.replace(/^\([^()\s]+@[^()\s]+\) /, ''); // whom ssh asks for, put before the server's words
  return { kind: 'prompt', text: own, isPassword: /password/i.test(own) && !/one.?time|otp|code|token|new|again|retype/i.test(own) };
}

/** What is being tried while that is asked for. */
export function identityOf(wanted: Wanted): string {
  switch (wanted.kind) {
    case 'passphrase':
      return `key file ${wanted.keyFile}`;
    case 'password':
      return 'password';
    case 'prompt':
      return "the server's questions";
  }
}
