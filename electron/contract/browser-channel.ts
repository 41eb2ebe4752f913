import * as z from 'zod';
import type { EventMessage } from './events.ts';
import type { Result } from './failure.ts';
import { ipcRequestSchema } from './ipc.ts';

/** What a page in a browser says first on every connection. */
export const helloSchema = z.object({
  /** Made anew each time the page is loaded. */
  page: z.string().min(16).max(64),
  /** The number of the last message that arrived at the page. */
  got: z.number().int().nonnegative(),
});
export type Hello = z.infer<typeof helloSchema>;

/** The answer to it. */
export interface Welcome {
  /** False if the program does not know the page: it was started anew, or has not heard of the page for too long. */
  readonly isKnown: boolean;
  readonly got: number;
}

/** What a page says after that. */
export const pageMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('request'), request: ipcRequestSchema }),
  z.object({ kind: z.literal('no-file'), id: z.string().max(64) }),
  z.object({ kind: z.literal('bye') }),
]);
export type PageMessage = z.infer<typeof pageMessageSchema>;

/** A frame from a page, before its message is looked at. */
export const pageFrameSchema = z.object({
  got: z.number().int().nonnegative(),
  number: z.number().int().positive().exactOptional(),
  message: z.unknown().exactOptional(),
});

/** What the program says to a page. */
export type HostMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly result: Result<unknown> }
  | { readonly kind: 'events'; readonly batch: readonly EventMessage[] }
  /** Asks for a file: the page uploads it to `files/ID`, or says that there is none. */
  | { readonly kind: 'choose-file'; readonly id: string; readonly title: string; readonly extensions: readonly string[] }
  /** A file to download, at `files/ID`. */
  | { readonly kind: 'download'; readonly id: string; readonly name: string }
  /** A page to print, at `files/ID`. */
  | { readonly kind: 'print'; readonly id: string }
  /** The questions that wait for the user outside of the page. */
  | { readonly kind: 'approvals'; readonly waiting: readonly string[]; readonly at: ApprovalOrigin }
  | { readonly kind: 'notification'; readonly title: string; readonly body: string };

/** Where the user answers: on a page at another port of this computer, or at the terminal that runs the program. */
export type ApprovalOrigin = { readonly kind: 'port'; readonly port: number } | { readonly kind: 'terminal' };
