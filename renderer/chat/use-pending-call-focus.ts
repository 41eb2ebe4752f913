import { useEffect, useRef } from 'react';
import type { Run } from '../../electron/contract/chat-turn.ts';
import { type PendingRequest, usePendingRequest } from '../state/pending-request.ts';

/** Finds the form of a tool call that waits, below any element. */
export const pendingCallSelector = 'form[data-waiting-call]';

/**
 * Takes the focus to a tool call that waits for the user. Unasked only where that takes nothing from anybody: its form is in
 * sight, the composer holds no words, and the focus is there or nowhere. Otherwise when the wish for it is asked.
 */
export function usePendingCallFocus(
  run: Run | undefined,
  wish: PendingRequest,
  { isInSight, goTo }: { readonly isInSight: () => boolean; readonly goTo: (messageId: string | undefined) => void },
): void {
  const first = run?.waiting[0];
  const firstId = first && `${first.messageId} ${first.callId}`;
  const seen = useRef<string>(undefined);

  useEffect(() => {
    const isNew = firstId !== undefined && firstId !== seen.current;
    seen.current = firstId;
    if (isNew && isInSight() && isFree()) wish.request();
  });
  usePendingRequest(wish, () => {
    wish.complete();
    goTo(first?.messageId);
  });
}

/** Whether nobody is in the middle of something. */
function isFree(): boolean {
  const { activeElement } = document;
  const field = document.querySelector<HTMLTextAreaElement>('.composer textarea');
  if (field !== null && field.value.trim() !== '') return false;
  return activeElement === null || activeElement === document.body || activeElement === field;
}
