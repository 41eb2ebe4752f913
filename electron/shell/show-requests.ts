/** Requests to show the window, by a second start, the dock, the tray or a notification. */
export interface ShowRequests {
  /** Shows the window. While it can't be shown, the request is remembered. */
  readonly show: () => void;
  /** Call it when the window can be shown. Shows it if that was requested before. */
  readonly open: (showWindow: () => void) => void;
  /** Call it when the window can no longer be shown. */
  readonly close: () => void;
  /** Returns whether a remembered request is unanswered. */
  readonly isPending: () => boolean;
}

/** Creates the requests, before the window can be shown. */
export function createShowRequests(): ShowRequests {
  let showWindow: (() => void) | undefined;
  let isPending = false;
  return {
    show: () => {
      if (showWindow) showWindow();
      else isPending = true;
    },
    open: (next) => {
      showWindow = next;
      if (isPending) next();
      isPending = false;
    },
    close: () => (showWindow = undefined),
    isPending: () => isPending,
  };
}
