import * as z from 'zod';
import type { EventMessage } from './events.ts';
import type { Result } from './failure.ts';
import { ipcRequestSchema } from './ipc.ts';

/** First message of a page on every connection. */
export const helloSchema = z.object({
  /** Created each time the page is loaded. */
  page: z.string().min(16).max(64),
});
/** Later messages of a page. A `ping` is answered at once. */
export const pageMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('request'), request: ipcRequestSchema }),
  z.object({ kind: z.literal('no-file'), id: z.string().max(64) }),
  z.object({ kind: z.literal('ping') }),
]);
export type PageMessage = z.infer<typeof pageMessageSchema>;

/** Messages from the program to a page. */
export type HostMessage =
  /** The first message. `program` differs after a restart. */
  | { readonly kind: 'welcome'; readonly program: string }
  | { readonly kind: 'pong' }
  | { readonly kind: 'answer'; readonly id: number; readonly result: Result<unknown> }
  | { readonly kind: 'events'; readonly batch: readonly EventMessage[] }
  /** Requests a file. The page uploads it to `files/ID`, or reports that there is none. */
  | { readonly kind: 'choose-file'; readonly id: string; readonly title: string; readonly extensions: readonly string[] }
  /** A file to download from `files/ID`. */
  | { readonly kind: 'download'; readonly id: string; readonly name: string }
  /** A page to print from `files/ID`. */
  | { readonly kind: 'print'; readonly id: string }
  /** Whether a question waits for an answer at a terminal, where Causeway is started once more with these flags. */
  | { readonly kind: 'approvals'; readonly isWaiting: boolean; readonly flags: string }
  | { readonly kind: 'notification'; readonly title: string; readonly body: string };
