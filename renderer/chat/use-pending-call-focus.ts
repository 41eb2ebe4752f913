import { useEffect, useRef } from 'react';
import type { Run } from '../../electron/contract/chat-turn.ts';
import { type PendingRequest, usePendingRequest } from '../state/pending-request.ts';

/** Selects the form of a pending tool call. */
export const pendingCallSelector = 'form[data-waiting-call]';

const settleMs = 1000;

/**
 * Moves focus to a pending tool call when requested. Without a request, only if the form is visible, the composer is
 * empty and nothing else has focus.
 */
export function usePendingCallFocus(
  run: Run | undefined,
  request: PendingRequest,
  { isInSight, goTo }: { readonly isInSight: () => boolean; readonly goTo: (messageId: string | undefined) => void },
): void {
  const first = run?.waiting[0];
  const firstId = first && `${first.messageId} ${first.callId}`;
  const lastSeenId = useRef<string>(undefined);

  useEffect(() => {
    const isNew = firstId !== undefined && firstId !== lastSeenId.current;
    lastSeenId.current = firstId;
    if (!isNew) return;
    // The call of a fast model may be known before the composer is emptied and the list is scrolled.
    const until = performance.now() + settleMs;
    const requestWhenFree = () => {
      if (lastSeenId.current !== firstId) return;
      if (isInSight() && isFree()) request.request();
      else if (performance.now() < until) requestAnimationFrame(requestWhenFree);
    };
    requestWhenFree();
  });
  usePendingRequest(request, () => {
    request.complete();
    goTo(first?.messageId);
  });
}

/** Whether the user is not typing or focusing anything else. */
function isFree(): boolean {
  const { activeElement } = document;
  const field = document.querySelector<HTMLTextAreaElement>('.composer textarea');
  if (field !== null && field.value.trim() !== '') return false;
  return activeElement === null || activeElement === document.body || activeElement === field;
}
