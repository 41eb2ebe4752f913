import { useMemo } from 'react';
import { useStore } from '../state/store.ts';
import type { Notebook } from './notebook.ts';

/** Returns whether there is no text. A component that uses only this isn't rendered again while the text grows. */
export function useIsEmpty({ text }: Notebook): boolean {
  return useStore(useMemo(() => ({ read: () => text.read().text === '', subscribe: text.subscribe }), [text]));
}
