import type { EventMessage } from '../../electron/contract/events.ts';
import type { PreloadBridge, IpcRequest } from '../../electron/contract/ipc.ts';

/** A bridge whose other side is the test, which sees every request and decides when and how each call is answered. */
export interface FakeBridge extends PreloadBridge {
  readonly requests: IpcRequest[];
  readonly subscriptions: () => number;
  readonly answer: (id: number, value: unknown) => void;
  readonly break: (id: number) => void;
  readonly send: (...batch: EventMessage[]) => void;
}

/** Creates the fake bridge. */
export function createFakeBridge(): FakeBridge {
  const requests: IpcRequest[] = [];
  const listeners: ((batch: readonly EventMessage[]) => void)[] = [];
  const open = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  return {
    requests,
    subscriptions: () => listeners.length,
    call: (request) => {
      requests.push(request);
      if (request.kind === 'cancel') return Promise.resolve();
      return new Promise((resolve, reject) => open.set(request.id, { resolve, reject }));
    },
    on: (listener) => listeners.push(listener),
    answer: (id, value) => open.get(id)?.resolve(value),
    break: (id) => open.get(id)?.reject(new Error('the other side is gone')),
    send: (...batch) => {
      for (const listener of listeners) listener(batch);
    },
  };
}
