import { nextInput } from '../state/pending-request.ts';

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
