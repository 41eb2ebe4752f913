import type { PreloadBridge } from '../../electron/contract/ipc.ts';

declare global {
  interface Window {
    /** Set by the preload script on the desktop, and by the page itself in a browser. */
    causeway?: PreloadBridge;
  }
}
