import { createContext, useContext } from 'react';
import type { AgentFace } from '../../electron/contract/agent.ts';
import type { ProfilesFace } from '../../electron/contract/events.ts';
import type { Failure } from '../../electron/contract/failure.ts';
import type { OpenQuestion } from '../../electron/contract/question.ts';
import type { TypedBridge } from '../bridge/create-bridge.ts';
import { createLiveStore } from '../state/live-store.ts';
import type { Store } from '../state/store.ts';

/** What the window knows of the ways to services, besides the connection itself. */
export interface Connected {
  readonly profiles: Store<ProfilesFace>;
  /** What the tunnel asks; the oldest first. */
  readonly questions: Store<readonly OpenQuestion[]>;
  /** Undefined until it is known. */
  readonly agent: Store<AgentFace | undefined>;
}

/** Starts reading; `onFailure` hears of what could not be read. */
export function createConnected(bridge: TypedBridge, onFailure: (failure: Failure) => void): Connected {
  const noProfiles: ProfilesFace = { profiles: [], activeId: null };
  const noQuestions: readonly OpenQuestion[] = [];
  return {
    profiles: createLiveStore(bridge, { event: 'profiles.changed', route: 'profiles.read', initial: noProfiles }, onFailure),
    questions: createLiveStore(bridge, { event: 'questions.changed', route: 'questions.read', initial: noQuestions }, onFailure),
    agent: createLiveStore(bridge, { event: 'agent.changed', route: 'agent.read', initial: undefined }, onFailure),
  };
}

/** Carries it down the tree. */
export const ConnectedContext = createContext<Connected | undefined>(undefined);

/** The stores; only below their provider. */
export function useConnected(): Connected {
  const connected = useContext(ConnectedContext);
  if (connected === undefined) throw new Error('useConnected is called outside of a ConnectedContext');
  return connected;
}
