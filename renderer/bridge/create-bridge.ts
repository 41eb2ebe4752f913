import type { PreloadBridge } from '../../electron/contract/ipc.ts';
import { createCall, type Call } from './call.ts';
import { createEventSource, type On } from './event-source.ts';

/** The main process as the renderer sees it: typed questions and typed events. */
export interface TypedBridge {
  readonly call: Call;
  readonly on: On;
}

/** Makes the typed bridge from what the preload script put into the window. */
export function createBridge(bridge: PreloadBridge): TypedBridge {
  return { call: createCall(bridge), on: createEventSource(bridge) };
}
