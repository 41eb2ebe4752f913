import type { ReactNode } from 'react';
import type { RenderScope } from './render-scope.ts';

/**
 * Elements of an open block by their source. Every update creates new tokens, but React skips an element that it
 * has rendered before. A memoized component per token would have to be replaced when the block is complete.
 */
export interface ElementCache {
  /** Starts an update. Forgets what the update before it didn't use. */
  readonly start: (scope: RenderScope) => void;
  /** Returns the element with a key, which must contain everything it depends on besides the scope. */
  readonly read: (key: string, create: () => ReactNode) => ReactNode;
  readonly clear: () => void;
}

/** Creates an empty cache. */
export function createElementCache(): ElementCache {
  let lastScope: RenderScope | undefined;
  let before: Map<string, ReactNode> | undefined;
  let current: Map<string, ReactNode> | undefined;
  return {
    start: (scope) => {
      before = scope === lastScope ? current : undefined;
      current = new Map();
      lastScope = scope;
    },
    read: (key, create) => {
      const element = current?.get(key) ?? before?.get(key) ?? create();
      current?.set(key, element);
      return element;
    },
    clear: () => {
      lastScope = undefined;
      before = undefined;
      current = undefined;
    },
  };
}
