import type { Bridge } from '../../electron/contract/wire.ts';

declare global {
  interface Window {
    /** Put there by the preload script; the renderer's only way out. */
    readonly causeway: Bridge;
  }
}
