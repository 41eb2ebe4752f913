import type { ConnectObserver } from '../../../../electron/core/tunnel/types.ts';

/** Ignores the progress of a login. */
export const noObserver: ConnectObserver = {
  onProgress: () => undefined,
  isUnattended: false,
  onNote: () => undefined,
  onRefusedKey: () => undefined,
  onBytes: () => undefined,
};
