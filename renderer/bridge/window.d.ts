import type { PreloadBridge } from '../../electron/contract/ipc.ts';

declare global {
  interface Window {
    /** Put there by the preload script of the desktop program; in a browser by the page itself. */
    causeway?: PreloadBridge;
  }
}
