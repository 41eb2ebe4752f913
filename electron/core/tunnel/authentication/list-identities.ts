import { FailureError } from '../../shared/dial.ts';
import { errorMessage } from '../../shared/node-error.ts';
import type { Ask, Hop, Identities, Identity } from '../types.ts';
import { identityLabels, keyText } from '../text.ts';
import { dismissedFailure } from '../ssh2/ssh-failure.ts';
import { type SshAgentKey, listSshAgentKeys, createSingleKeyAgent, orderKeys, type OrderedKey } from './offered-keys.ts';
import { createKeyFileIdentity, type IdentityContext } from './unlock-key.ts';
import { readKeyFile } from './key-file.ts';
import { type CredentialCache, type SavedSecrets, loginScope } from './secrets.ts';
import type { Prompt } from 'ssh2';

interface ListOptions {
  readonly ask: Ask;
  readonly secrets: SavedSecrets;
  readonly defaultFiles: readonly string[];
  readonly cache: CredentialCache;
}

/** Lists a hop's identities in OpenSSH's order: agent, key files, keyboard-interactive, password. */
export async function listIdentities(
  hop: Hop,
  { ask, secrets, defaultFiles, cache }: ListOptions,
  signal: AbortSignal,
): ReturnType<Identities['list']> {
  const agent = await listAgentKeys(hop, signal);
  const files = await Promise.all(hop.identityFiles.map(readKeyFile));
  const {
    keys,
    notes: keyNotes,
    hasSystemSshKeys,
  } = orderKeys({
    agentKeys: agent.keys,
    files,
    certificateFiles: hop.certificateFiles,
    identitiesOnly: hop.identitiesOnly,
    areDefaultFiles: areDefaults(hop.identityFiles, defaultFiles),
  });
  // Grows while identities are tried, so read it afterwards.
  const notes = [...agent.notes, ...keyNotes];
  const note = (sentence: string): void => void notes.push(sentence);
  const context: IdentityContext = { hop, secrets, cache, note, ...askUntilDismissed(ask, hop) };
  return {
    identities: [
      ...keys.map((key) => toIdentity(key, hop, context)),
      ...createKeyboardInteractiveIdentities(context),
      ...createPasswordIdentities(context),
    ],
    notes,
    hasSystemSshKeys,
  };
}

/**
 * Stops signing in when the user dismisses a question, because the next method would only ask again. Dismissing a passphrase
 * only skips that key.
 */
function askUntilDismissed(ask: Ask, hop: Hop): Pick<IdentityContext, 'ask' | 'throwIfDismissed'> {
  let isDismissed = false;
  const throwIfDismissed = (): void => {
    if (isDismissed) throw new FailureError(dismissedFailure(hop));
  };
  return {
    throwIfDismissed: throwIfDismissed,
    ask: async (question, signal) => {
      const reply = await ask(question, signal);
      // Servers count a round without answers as a failed attempt, so there is only one.
      isDismissed ||=
        reply.kind === 'given-up' ? question.kind !== 'passphrase' : reply.kind === 'not-asked' && question.kind === 'prompts';
      throwIfDismissed();
      return reply;
    },
  };
}

function toIdentity(orderedKey: OrderedKey, hop: Hop, context: IdentityContext): Identity {
  if (orderedKey.kind === 'file') return createKeyFileIdentity(orderedKey.file, context);
  const { key, comment } = orderedKey;
  return {
    label: identityLabels.agentKey(comment || key.type),
    method: 'agent',
    prepare: () =>
      Promise.resolve(
        hop.agent === undefined ? undefined : { type: 'agent', username: hop.login, agent: createSingleKeyAgent(hop.agent, key) },
      ),
  };
}

async function listAgentKeys(
  { agent }: Hop,
  signal: AbortSignal,
): Promise<{ readonly keys: readonly SshAgentKey[]; readonly notes: readonly string[] }> {
  if (agent === undefined) return { keys: [], notes: [] };
  try {
    return { keys: await listSshAgentKeys(agent, signal), notes: [] };
  } catch (error) {
    return { keys: [], notes: [keyText.agentUnavailable(agent, errorMessage(error))] };
  }
}

/** ssh lists all of its default files, and which depends on its version. A single one was named by the user. */
function areDefaults(files: readonly string[], defaultFiles: readonly string[]): boolean {
  return files.length > 1 && files.every((file) => defaultFiles.includes(file));
}

/**
 * Creates identities that answer the server's keyboard-interactive prompts, up to three times. A server that prompts only for
 * the password gets the cached or saved one, because otherwise every reconnect would ask the user. One-time codes are never
 * cached.
 */
function createKeyboardInteractiveIdentities(context: IdentityContext): readonly Identity[] {
  const { hop, ask, throwIfDismissed, cache } = context;
  const scope = loginScope(hop);
  let attempts = 0;
  let hasBeenAsked = true;

  const answer = async (
    title: string,
    instructions: string,
    prompts: readonly Prompt[],
    signal: AbortSignal,
  ): Promise<readonly string[]> => {
    hasBeenAsked = true;
    throwIfDismissed();
    const isPassword = asksForPassword(prompts);
    const password = isPassword && attempts === 1 ? await findPassword(context, signal) : undefined;
    if (password !== undefined) return [password];
    const promptFields = prompts.map(({ prompt, echo }) => ({ text: prompt, isSecret: echo !== true }));
    // Reaching another attempt means that the previous answers were rejected.
    const isAgain = attempts > 1;
    const reply = await ask({ kind: 'prompts', hop: hop.name, title, instructions, prompts: promptFields, isAgain }, signal);
    if (isAgain && isPassword && reply.kind !== 'not-asked') cache.passwords.delete(scope);
    if (reply.kind !== 'prompts') return [];
    const [first] = reply.answers;
    if (isPassword && attempts < maxAttempts && first !== undefined) cache.passwords.set(scope, first);
    return prompts.map((_, index) => reply.answers[index] ?? '');
  };

  const prepare = async (signal: AbortSignal): Promise<object | undefined> => {
    throwIfDismissed();
    // Like OpenSSH, gives up on a server that offers this method but sends no prompts.
    if (!hasBeenAsked) return undefined;
    attempts += 1;
    hasBeenAsked = false;
    return {
      type: 'keyboard-interactive',
      username: hop.login,
      prompt: (
        title: string,
        instructions: string,
        _language: string,
        prompts: readonly Prompt[],
        finish: (answers: readonly string[]) => void,
      ): void => {
        answer(title, instructions, prompts, signal)
          .catch((): readonly string[] => []) // dismissed or aborted
          .then((answers) => finish(answers))
          .catch(() => undefined); // the connection was closed, which its own events report
      },
    };
  };

  return Array.from({ length: maxAttempts }, (_, index) => ({
    label: identityLabels.questions(index + 1),
    method: 'keyboard-interactive' as const,
    prepare,
  }));
}

function asksForPassword(prompts: readonly Prompt[]): boolean {
  const [only, ...others] = prompts;
  return (
    only !== undefined &&
    others.length === 0 &&
    only.echo !== true &&
    /password/i.test(only.prompt) &&
    !/one.?time|otp|code|token|new|again|retype/i.test(only.prompt)
  );
}

/** OpenSSH's default for NumberOfPasswordPrompts. */
const maxAttempts = 3;

/**
 * Creates identities that offer the password, up to three times. The first attempt uses the cached or saved password. Reaching
 * another attempt means the previous password was rejected. A password saved during this sign-in is deleted if it is rejected.
 */
function createPasswordIdentities(context: IdentityContext): readonly Identity[] {
  const { hop, ask, throwIfDismissed, secrets, cache, note } = context;
  const scope = loginScope(hop);
  let hasTried = false;
  let wasJustSaved = false;

  const removeRejected = async (signal: AbortSignal): Promise<void> => {
    cache.passwords.delete(scope);
    if (wasJustSaved) await secrets.remove('ssh-password', scope, signal);
    wasJustSaved = false;
  };

  const prepare = async (isLast: boolean, signal: AbortSignal): Promise<object | undefined> => {
    throwIfDismissed();
    const saved = hasTried ? undefined : await findPassword(context, signal);
    const isAgain = hasTried;
    hasTried = true;
    if (saved !== undefined) return { type: 'password', username: hop.login, password: saved };
    const reply = await ask({ kind: 'password', hop: hop.name, login: hop.login, isAgain }, signal);
    if (reply.kind === 'not-asked') return undefined;
    if (isAgain) await removeRejected(signal);
    if (reply.kind !== 'secret' || signal.aborted) return undefined;
    // Nothing reports whether the last password was rejected, so it is not cached.
    if (!isLast) cache.passwords.set(scope, reply.secret);
    if (reply.keep) {
      wasJustSaved = true;
      const problem = await secrets.save('ssh-password', scope, reply.secret, signal);
      if (problem) note(problem);
    }
    return { type: 'password', username: hop.login, password: reply.secret };
  };

  return Array.from({ length: maxAttempts }, (_, index) => ({
    label: identityLabels.password(index + 1),
    method: 'password' as const,
    prepare: (signal: AbortSignal) => prepare(index === maxAttempts - 1, signal),
  }));
}

/** Returns the cached password of this login, or the saved one. */
async function findPassword(
  { hop, cache, secrets }: Pick<IdentityContext, 'hop' | 'cache' | 'secrets'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const scope = loginScope(hop);
  return cache.passwords.get(scope) ?? (await secrets.find('ssh-password', scope, signal));
}
