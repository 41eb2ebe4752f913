import { FailureError } from '../../shared/failure-error.ts';
import { errorMessage } from '../../shared/node-error.ts';
import type { Ask, Hop, Identities, Identity } from '../types.ts';
import { identityLabels, keyText } from '../text.ts';
import { dismissedFailure } from '../ssh2/ssh-failure.ts';
import { type SshAgentKey, listSshAgentKeys, createSingleKeyAgent } from './ssh-agent.ts';
import { createKeyFileIdentity, type IdentityContext } from './key-file-identity.ts';
import { readKeyFile } from './key-file.ts';
import type { CredentialCache, SavedSecrets } from './secrets.ts';
import { createPasswordIdentities } from './password-identity.ts';
import { orderKeys, type OrderedKey } from './key-order.ts';
import { createKeyboardInteractiveIdentities } from './keyboard-interactive.ts';

export interface ListOptions {
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
