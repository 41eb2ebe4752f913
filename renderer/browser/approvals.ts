import type { ApprovalOrigin } from '../../electron/contract/browser-channel.ts';
import { createStore, type Store } from '../state/store.ts';

/** The questions that wait outside of this page; undefined if none do. */
export type WaitingApprovals = { readonly at: ApprovalOrigin } | undefined;

export interface ApprovalsOptions {
  readonly openWindow: (address: string) => void;
  /** Whether a window may be opened now without a further click. */
  readonly canOpenWindow: () => boolean;
  /** Of this page. */
  readonly address: () => { readonly protocol: string; readonly hostname: string };
}

/** What this page does about questions that only the user can answer, elsewhere. */
export interface Approvals extends Store<WaitingApprovals> {
  readonly take: (waiting: readonly string[], at: ApprovalOrigin) => void;
  /** Shows the questions in a window of their own. */
  readonly open: () => void;
}

/** Opens a window for the questions when the first one comes while the user is here; otherwise waits for a click. */
export function createApprovals({ openWindow, canOpenWindow, address }: ApprovalsOptions): Approvals {
  const store = createStore<WaitingApprovals>(undefined);
  const open = (): void => {
    const at = store.read()?.at;
    if (at?.kind !== 'port') return;
    const { protocol, hostname } = address();
    openWindow(`${protocol}//${hostname}:${at.port}/`);
  };
  return {
    read: store.read,
    subscribe: store.subscribe,
    open,
    take: (waiting, at) => {
      const isFirst = store.read() === undefined;
      store.write(waiting.length === 0 ? undefined : { at });
      // the window that is there already shows the further ones too
      if (waiting.length > 0 && isFirst && canOpenWindow()) open();
    },
  };
}
