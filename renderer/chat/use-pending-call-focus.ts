import { useEffect, useRef } from 'react';
import type { Turn } from '../../electron/contract/chat-turn.ts';
import { isFocusFree, usePendingRequest } from '../state/pending-request.ts';
import type { Chat } from './chat.ts';

/** Selects the form of a pending tool call. */
export const pendingCallSelector = 'form[data-waiting-call]';

/**
 * Moves focus to a pending tool call when requested. Without a request, only if the form is visible, the composer is
 * empty and nothing else has focus.
 */
export function usePendingCallFocus(
  turn: Turn | undefined,
  chat: Pick<Chat, 'pendingCallFocus' | 'focusPendingCall'>,
  { isInSight, goTo }: { readonly isInSight: () => boolean; readonly goTo: (messageId: string | undefined) => void },
): void {
  const first = turn?.waiting[0];
  const firstId = first && `${first.messageId} ${first.callId}`;
  const lastSeenId = useRef<string>(undefined);

  useEffect(() => {
    const isNew = firstId !== undefined && firstId !== lastSeenId.current;
    lastSeenId.current = firstId;
    if (isNew && isInSight() && isFree()) chat.focusPendingCall();
  });
  usePendingRequest(chat.pendingCallFocus, () => {
    chat.pendingCallFocus.complete();
    goTo(first?.messageId);
  });
}

/** Whether the user is not typing or focusing anything else. */
function isFree(): boolean {
  const field = document.querySelector<HTMLTextAreaElement>('.composer textarea');
  if (field !== null && field.value.trim() !== '') return false;
  return isFocusFree('.composer textarea');
}
