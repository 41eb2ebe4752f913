import { createContext, useContext } from 'react';
import type { LocalApiStatus } from '../../electron/contract/local-api.ts';
import type { ProfileList } from '../../electron/contract/events.ts';
import type { Failure } from '../../electron/contract/failure.ts';
import type { PendingSshQuestion } from '../../electron/contract/connection.ts';
import type { TypedBridge } from '../bridge/bridge.ts';
import { createSyncedStore, valueOr, type Synced, type SyncedStore } from '../state/synced-store.ts';
import { useStore } from '../state/store.ts';
import { createPendingRequest, type PendingRequest } from '../state/pending-request.ts';

/** Stores of the connection screens, besides the connection itself. */
export interface ConnectionStores {
  readonly profiles: SyncedStore<ProfileList>;
  /** Questions of the SSH sign-in, oldest first. */
  readonly questions: SyncedStore<readonly PendingSshQuestion[]>;
  readonly localApi: SyncedStore<LocalApiStatus>;
  /** A request to check the connection. */
  readonly checkRequest: PendingRequest;
}

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
    localApi: createSyncedStore<LocalApiStatus>(
      () => call('localApi.read'),
      (listener) => on('localApi.changed', listener),
    ),
    checkRequest: createPendingRequest(),
  };
}

export const ConnectionContext = createContext<ConnectionStores | undefined>(undefined);

const noProfiles: ProfileList = { profiles: [], activeId: null };
const noQuestions: readonly PendingSshQuestion[] = [];

/** Returns the profiles, empty until they are read. */
export function useProfiles(): ProfileList {
  return valueOr(useStore(useConnectionStores().profiles), noProfiles);
}

/** Returns the open questions. */
export function useQuestions(): readonly PendingSshQuestion[] {
  return valueOr(useStore(useConnectionStores().questions), noQuestions);
}

/** Returns the state of the local API. */
export function useLocalApi(): Synced<LocalApiStatus> {
  return useStore(useConnectionStores().localApi);
}

/** Returns a function that reads the local API again after a failure. */
export function useReloadLocalApi(): () => void {
  const { localApi } = useConnectionStores();
  return () => void localApi.reload();
}

/** Returns why the profiles could not be read, with a retry, or undefined if they could. */
export function useProfilesFailure(): { readonly failure: Failure; readonly retry: () => void } | undefined {
  const { profiles } = useConnectionStores();
  const synced = useStore(profiles);
  return synced.state === 'failed' ? { failure: synced.failure, retry: () => void profiles.reload() } : undefined;
}

/** Returns the request to check the connection. */
export function useCheckRequest(): PendingRequest {
  return useConnectionStores().checkRequest;
}

function useConnectionStores(): ConnectionStores {
  const stores = useContext(ConnectionContext);
  if (stores === undefined) throw new Error('the connection stores are used outside of a ConnectionContext');
  return stores;
}
