import { createContext, useContext } from 'react';

/** The way from any screen to the connection's own. */
export interface ConnectionNavigation {
  readonly open: () => void;
  /** Goes there and has the way checked, step by step. */
  readonly check: () => void;
}

/** Carries it down the tree. */
export const ConnectionNavigationContext = createContext<ConnectionNavigation | undefined>(undefined);

/** The door; only below its provider. */
export function useConnectionNavigation(): ConnectionNavigation {
  const door = useContext(ConnectionNavigationContext);
  if (door === undefined) throw new Error('the connection’s screen is looked for outside of a ConnectionDoorContext');
  return door;
}
