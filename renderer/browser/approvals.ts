import type { ApprovalOrigin } from '../../electron/contract/browser-channel.ts';
import { createStore, type Store } from '../state/store.ts';

/** Where pending questions can be answered; undefined if there are none. */
export type PendingApprovals = { readonly at: ApprovalOrigin } | undefined;

export interface ApprovalsOptions {
  readonly openWindow: (address: string) => void;
  /** Whether the browser allows opening a window now. */
  readonly canOpenWindow: () => boolean;
  /** The URL of this page. */
  readonly address: () => { readonly protocol: string; readonly hostname: string };
}

/** Questions that the user must answer outside this page. */
export interface Approvals extends Store<PendingApprovals> {
  readonly update: (pending: readonly string[], at: ApprovalOrigin) => void;
  /** Opens the approvals window. */
  readonly open: () => void;
}

/** Opens the approvals window for the first question if the browser allows it. Otherwise waits for a click. */
export function createApprovals({ openWindow, canOpenWindow, address }: ApprovalsOptions): Approvals {
  const store = createStore<PendingApprovals>(undefined);
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
    update: (pending, at) => {
      const isFirst = store.read() === undefined;
      store.write(pending.length === 0 ? undefined : { at });
      // An open window shows further questions, too.
      if (pending.length > 0 && isFirst && canOpenWindow()) open();
    },
  };
}
