import { createContext, useContext } from 'react';
import type { LocalApiStatus } from '../../electron/contract/local-api.ts';
import type { ProfileList } from '../../electron/contract/events.ts';
import type { PendingSshQuestion } from '../../electron/contract/connection.ts';
import type { TypedBridge } from '../bridge/bridge.ts';
import { createLiveQuery } from '../state/query.ts';
import { useStore } from '../state/store.ts';
import { createPendingRequest } from '../state/pending-request.ts';

export type ConnectionStores = ReturnType<typeof createConnectionStores>;

/** Creates the stores of the connection screens, besides the connection itself. */
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
    /** A request to open the setup. */
    setupRequest: createPendingRequest(),
  };
}

export const ConnectionContext = createContext<ConnectionStores | undefined>(undefined);

const noProfiles: ProfileList = { profiles: [], activeId: null };

/** Returns the profiles, empty until they are read. */
export function useProfiles(): ProfileList {
  return useStore(useConnectionStores().profiles).value ?? noProfiles;
}

/** Returns the stores of the connection screens. */
export function useConnectionStores(): ConnectionStores {
  const stores = useContext(ConnectionContext);
  if (stores === undefined) throw new Error('the connection stores are used outside of a ConnectionContext');
  return stores;
}
