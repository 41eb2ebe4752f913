import type { Bridge } from '../../electron/contract/wire.ts';

declare global {
  interface Window {
    /** Put there by the preload script of the desktop program; in a browser by the page itself. */
    causeway?: Bridge;
  }
}
