import { createContext, useContext } from 'react';
import type { AgentFace } from '../../electron/contract/agent.ts';
import type { ProfilesFace } from '../../electron/contract/events.ts';
import type { Failure } from '../../electron/contract/failure.ts';
import type { OpenQuestion } from '../../electron/contract/question.ts';
import type { TypedBridge } from '../bridge/create-bridge.ts';
import { createHeardStore, heardOr, type Heard, type HeardStore } from '../state/heard-store.ts';
import { useStore } from '../state/store.ts';
import { createWish, type Wish } from '../state/wish.ts';

/** What the window knows of the ways to services, besides the connection itself, and what it is asked to do about them. */
export interface Connected {
  readonly profiles: HeardStore<ProfilesFace>;
  /** What the tunnel asks; the oldest first. */
  readonly questions: HeardStore<readonly OpenQuestion[]>;
  readonly agent: HeardStore<AgentFace>;
  /** To have the connection checked. */
  readonly checkWish: Wish;
}

/** Starts reading. */
export function createConnected({ call, on }: TypedBridge): Connected {
  return {
    profiles: createHeardStore<ProfilesFace>(
      () => call('profiles.read'),
      (listener) => on('profiles.changed', listener),
    ),
    questions: createHeardStore<readonly OpenQuestion[]>(
      () => call('questions.read'),
      (listener) => on('questions.changed', listener),
    ),
    agent: createHeardStore<AgentFace>(
      () => call('agent.read'),
      (listener) => on('agent.changed', listener),
    ),
    checkWish: createWish(),
  };
}

/** Carries it down the tree. */
export const ConnectedContext = createContext<Connected | undefined>(undefined);

const noProfiles: ProfilesFace = { profiles: [], activeId: null };
const noQuestions: readonly OpenQuestion[] = [];

/** The profiles; none until they are known. */
export function useProfiles(): ProfilesFace {
  return heardOr(useStore(useConnected().profiles), noProfiles);
}

/** The open questions. */
export function useQuestions(): readonly OpenQuestion[] {
  return heardOr(useStore(useConnected().questions), noQuestions);
}

/** The agent, as far as it is known. */
export function useAgent(): Heard<AgentFace> {
  return useStore(useConnected().agent);
}

/** Asks for the agent once more, after that failed. */
export function useReadAgentAgain(): () => void {
  const { agent } = useConnected();
  return () => void agent.readAgain();
}

/** Why the profiles could not be read, and another try; nothing while they can. */
export function useProfilesTrouble(): { readonly failure: Failure; readonly again: () => void } | undefined {
  const { profiles } = useConnected();
  const heard = useStore(profiles);
  return heard.state === 'failed' ? { failure: heard.failure, again: () => void profiles.readAgain() } : undefined;
}

/** The wish to have the connection checked. */
export function useCheckWish(): Wish {
  return useConnected().checkWish;
}

function useConnected(): Connected {
  const connected = useContext(ConnectedContext);
  if (connected === undefined) throw new Error('the connection is asked for outside of a ConnectedContext');
  return connected;
}
