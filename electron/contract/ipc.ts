import * as z from 'zod';
import type { EventMessage } from './events.ts';

/** The one IPC channel, used in both directions. */
export const ipcChannel = 'causeway';

/** A request of the renderer. It chooses the `id`, so that it can cancel. */
export const ipcRequestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('call'), id: z.number().int().nonnegative(), route: z.string(), input: z.unknown().exactOptional() }),
  z.object({ kind: z.literal('cancel'), id: z.number().int().nonnegative() }),
]);
export type IpcRequest = z.infer<typeof ipcRequestSchema>;

/** Exposed by the preload script as `causeway`. */
export interface PreloadBridge {
  readonly call: (request: IpcRequest) => Promise<unknown>;
  readonly on: (listener: (batch: readonly EventMessage[]) => void) => void;
}
