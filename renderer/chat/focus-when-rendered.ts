import { nextInput, isFocusFree, usePendingRequest } from '../state/pending-request.ts';
import { useEffect, useRef } from 'react';
import type { Turn } from '../../electron/contract/chat-turn.ts';
import type { Chat } from './chat.ts';

/** The event with the element may come after the request for it, and on a busy machine much later. */
const focusTimeoutMs = 10_000;

/**
 * Focuses an element once it is rendered and measured: a distant row is rendered only after scrolling to it, and hidden until it is
 * measured. A key or click ends the attempt, because the user has moved on; `input` is aborted by the first one since the user asked.
 * `keepsSidebarFocus`: so does a focus in the sidebar, where the user may have returned while the conversation was opening.
 */
export function focusWhenRendered(
  find: () => HTMLElement | null | undefined,
  { input = nextInput(), keepsSidebarFocus = false, ...options }: FocusOptions & { input?: AbortSignal; keepsSidebarFocus?: boolean } = {},
): void {
  const until = performance.now() + focusTimeoutMs;
  const focus = () => {
    if (input.aborted || (keepsSidebarFocus && document.activeElement?.closest('#sidebar'))) return;
    const element = find();
    element?.focus(options);
    if (document.activeElement !== element && performance.now() < until) requestAnimationFrame(focus);
  };
  requestAnimationFrame(focus);
}

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
