import { createContext, useContext } from 'react';
import type { AgentStatus } from '../../electron/contract/agent.ts';
import type { ProfileList } from '../../electron/contract/events.ts';
import type { Failure } from '../../electron/contract/failure.ts';
import type { PendingSshQuestion } from '../../electron/contract/ssh-question.ts';
import type { TypedBridge } from '../bridge/bridge.ts';
import { createSyncedStore, valueOr, type Synced, type SyncedStore } from '../state/synced-store.ts';
import { useStore } from '../state/store.ts';
import { createPendingRequest, type PendingRequest } from '../state/pending-request.ts';

/** What the window knows of the ways to services, besides the connection itself, and what it is asked to do about them. */
export interface ConnectionStores {
  readonly profiles: SyncedStore<ProfileList>;
  /** What the tunnel asks; the oldest first. */
  readonly questions: SyncedStore<readonly PendingSshQuestion[]>;
  readonly agent: SyncedStore<AgentStatus>;
  /** To have the connection checked. */
  readonly checkWish: PendingRequest;
}

/** Starts reading. */
export function createConnectionStores({ call, on }: TypedBridge): ConnectionStores {
  return {
    profiles: createSyncedStore<ProfileList>(
      () => call('profiles.read'),
      (listener) => on('profiles.changed', listener),
    ),
    questions: createSyncedStore<readonly PendingSshQuestion[]>(
      () => call('questions.read'),
      (listener) => on('questions.changed', listener),
    ),
    agent: createSyncedStore<AgentStatus>(
      () => call('agent.read'),
      (listener) => on('agent.changed', listener),
    ),
    checkWish: createPendingRequest(),
  };
}

/** Carries it down the tree. */
export const ConnectionContext = createContext<ConnectionStores | undefined>(undefined);

const noProfiles: ProfileList = { profiles: [], activeId: null };
const noQuestions: readonly PendingSshQuestion[] = [];

/** The profiles; none until they are known. */
export function useProfiles(): ProfileList {
  return valueOr(useStore(useConnected().profiles), noProfiles);
}

/** The open questions. */
export function useQuestions(): readonly PendingSshQuestion[] {
  return valueOr(useStore(useConnected().questions), noQuestions);
}

/** The agent, as far as it is known. */
export function useAgent(): Synced<AgentStatus> {
  return useStore(useConnected().agent);
}

/** Asks for the agent once more, after that failed. */
export function useReloadAgent(): () => void {
  const { agent } = useConnected();
  return () => void agent.readAgain();
}

/** Why the profiles could not be read, and another try; nothing while they can. */
export function useProfilesFailure(): { readonly failure: Failure; readonly again: () => void } | undefined {
  const { profiles } = useConnected();
  const heard = useStore(profiles);
  return heard.state === 'failed' ? { failure: heard.failure, again: () => void profiles.readAgain() } : undefined;
}

/** The wish to have the connection checked. */
export function useCheckRequest(): PendingRequest {
  return useConnected().checkWish;
}

function useConnected(): ConnectionStores {
  const connected = useContext(ConnectionContext);
  if (connected === undefined) throw new Error('the connection is asked for outside of a ConnectedContext');
  return connected;
}
