import { useCallback, useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { rectOfText } from '../shared/shaded-text.tsx';
import type { ShownToken } from '../shared/token-popup.tsx';
import { useSession } from '../state/session.ts';
import type { Notebook } from './notebook.ts';
import { findToken, type FoundToken } from './token-tracks.ts';

const hoverDelayMs = 350;

/** Shows the alternatives of one token at a time, beside the token in `copy`. Hides them when the text changes. */
export function useTokenPopup(notebook: Notebook, copy: RefObject<HTMLDivElement | null>) {
  const { bridge } = useSession();
  const [shown, setShown] = useState<{ readonly found: FoundToken; readonly token: ShownToken }>();
  /** The newest request. */
  const newest = useRef({ isByKey: false });
  const hide = useCallback(() => {
    newest.current = { isByKey: false };
    setShown(undefined);
  }, []);
  /** Reads the alternatives of a token and shows them. */
  const show = async (found: FoundToken | undefined, isByKey: boolean): Promise<void> => {
    if (found === undefined) {
      if (!isByKey) hide();
      return;
    }
    const request = { isByKey };
    newest.current = request;
    const page = await bridge.call('history.tokens', { messageId: found.messageId, from: found.index, limit: 1, withAlternatives: true });
    if (request !== newest.current) return;
    const token = page.ok ? page.value.tokens[0] : undefined;
    const anchor = copy.current && rectOfText(copy.current, found.start, found.end);
    if (token !== undefined && anchor) setShown({ found, token: { token, anchor, isByKey } });
    else hide();
  };
  useEffect(() => notebook.text.subscribe(hide), [notebook, hide]);
  return {
    shown,
    show,
    /** Whether they are shown, or being read, on request by key. The pointer then changes nothing. */
    isByKey: () => newest.current.isByKey,
    hide,
  };
}

/** Shows the token under the pointer after a moment, and hides it when the pointer leaves both. */
export function useTokenHover(notebook: Notebook, { show, hide, isByKey }: ReturnType<typeof useTokenPopup>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = (run: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (!isByKey()) run();
    }, hoverDelayMs);
  };
  return {
    stay: () => clearTimeout(timer.current),
    onPointerLeave: () => later(hide),
    onPointerMove: ({ clientX, clientY, buttons }: PointerEvent) => {
      if (buttons !== 0) return;
      later(() => {
        const position = document.caretPositionFromPoint(clientX, clientY);
        const isField = position?.offsetNode instanceof HTMLTextAreaElement;
        if (isField) void show(findToken(notebook.text.read().byModel, notebook.tokens, position.offset), false);
      });
    },
  };
}
