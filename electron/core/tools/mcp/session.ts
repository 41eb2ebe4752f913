import type { Tool } from '../../../contract/conversation.ts';
import type { Failure, Result } from '../../../contract/failure.ts';
import type { ToolServerDraft } from '../../../contract/tool.ts';
import type { Arguments } from '../bindings/placeholders.ts';
import type { ToolResult } from '../bindings/run-http.ts';

export type ServerTransport = ToolServerDraft['transport'];

/** A connection to a server that offers tools. */
export interface Session {
  readonly call: (tool: string, values: Arguments, signal: AbortSignal) => Promise<Result<ToolResult>>;
  readonly close: () => Promise<void>;
}

/** What a session tells by itself. */
export interface SessionEvents {
  readonly onTools: (tools: readonly Tool[]) => void;
  /** It broke; not told after `close`. */
  readonly onEnd: (failure: Failure) => void;
}

/** Connects to a server and learns what it offers, which is told before the promise settles. */
export type OpenSession = (
  name: string,
  transport: ServerTransport,
  events: SessionEvents,
  signal: AbortSignal,
) => Promise<Result<Session>>;
