import { createContext, useContext } from 'react';
import type { LocalApiStatus } from '../../electron/contract/local-api.ts';
import type { ProfileList } from '../../electron/contract/events.ts';
import type { Failure } from '../../electron/contract/failure.ts';
import type { PendingSshQuestion } from '../../electron/contract/connection.ts';
import type { TypedBridge } from '../bridge/bridge.ts';
import { createLiveQuery, type QueryState } from '../state/query.ts';
import { useStore } from '../state/store.ts';
import { createPendingRequest, type PendingRequest } from '../state/pending-request.ts';

/** Stores of the connection screens, besides the connection itself. */
export type ConnectionStores = ReturnType<typeof createConnectionStores>;

export function createConnectionStores({ call, on }: TypedBridge) {
  return {
    profiles: createLiveQuery<ProfileList>(
      () => call('profiles.read'),
      (listener) => on('profiles.changed', listener),
    ),
    /** Questions of the SSH sign-in, oldest first. */
    questions: createLiveQuery<readonly PendingSshQuestion[]>(
      () => call('questions.read'),
      (listener) => on('questions.changed', listener),
    ),
    localApi: createLiveQuery<LocalApiStatus>(
      () => call('localApi.read'),
      (listener) => on('localApi.changed', listener),
    ),
    /** A request to check the connection. */
    checkRequest: createPendingRequest(),
  };
}

export const ConnectionContext = createContext<ConnectionStores | undefined>(undefined);

const noProfiles: ProfileList = { profiles: [], activeId: null };
const noQuestions: readonly PendingSshQuestion[] = [];

/** Returns the profiles, empty until they are read. */
export function useProfiles(): ProfileList {
  return useStore(useConnectionStores().profiles).value ?? noProfiles;
}

/** Returns the open questions. */
export function useQuestions(): readonly PendingSshQuestion[] {
  return useStore(useConnectionStores().questions).value ?? noQuestions;
}

/** Returns the state of the local API. */
export function useLocalApi(): QueryState<LocalApiStatus> {
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
  const { failure } = useStore(profiles);
  return failure && { failure, retry: () => void profiles.reload() };
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
