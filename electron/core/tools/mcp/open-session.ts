import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport, SseError } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport, StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CallToolResultSchema, McpError, ToolListChangedNotificationSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { JsonSchemaValidator, jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation';
import { ok, type Failure, type Result } from '../../../contract/failure.ts';
import { fail, failure, stoppedByUser } from '../../../contract/failures/fail.ts';
import type { PublicWeb } from '../../public-web/public-web.ts';
import { abortable } from '../../shared/abortable.ts';
import { carriedFailure } from '../../shared/failure-error.ts';
import { errorCode, errorMessage } from '../../shared/node-error.ts';
import { toolsText } from '../text.ts';
import { makeScratchFolder } from '../bindings/process-environment.ts';
import type { Tool } from '../../../contract/conversation.ts';
import type { ToolServerDraft } from '../../../contract/tool.ts';
import type { Arguments } from '../bindings/templates.ts';
import type { ToolResult } from '../bindings/run-http.ts';
import { nameTools, type ListedTool } from './name-tools.ts';

export interface SessionOptions {
  readonly web: Pick<PublicWeb, 'fetch'>;
  readonly readEnvironment: () => Promise<Readonly<Record<string, string>>>;
  /** Removes secrets from a server's output. */
  readonly redact: (text: string) => string;
  readonly version: string;
  /** Left out: 15 s. */
  readonly httpConnectMs?: number;
}

/** Limits of connecting, and then of each request for the list. The first start of a program may download it, as `npx` does. */
const connectMs = { stdio: 60_000, http: 15_000 };
const callMs = 60_000;
const longestCallMs = 600_000;
const mostTools = 500;
const mostPages = 100;
const keptCharacters = 2000;

/**
 * Results are not validated, because they are only passed on as text. The SDK's validator would compile a stranger's schema to code, or
 * run a stranger's patterns on this thread.
 */
const asItComes: jsonSchemaValidator = {
  getValidator:
    <T>(): JsonSchemaValidator<T> =>
    (input) => ({ valid: true, data: input as T, errorMessage: undefined }), // not validated
};

/** A transport with what belongs to it. */
interface Line {
  readonly transport: Transport;
  readonly connectMs: number;
  /** Returns the end of the server's error output. */
  readonly said: () => string;
  readonly release: () => Promise<void>;
}

/** Opens sessions with the official SDK. A file of its own, so that it is loaded only if a server is in use. */
export function createSessionOpener(options: SessionOptions): OpenSession {
  return async (name, transport, events, signal) => {
    if (transport.kind === 'stdio') return connect(name, await stdioLine(transport.argv, options), events, signal, options);
    const url = new URL(transport.url);
    const fetch = options.web.fetch;
    const modern = await connect(name, httpLine(new StreamableHTTPClientTransport(url, { fetch }), options), events, signal, options);
    if (modern.ok || !modern.isOlder || signal.aborted) return modern;
    // servers from before 2025 use another transport at the same address
    return connect(name, httpLine(new SSEClientTransport(url, { fetch, eventSourceInit: { fetch } }), options), events, signal, options);
  };
}

async function connect(
  name: string,
  line: Line,
  events: SessionEvents,
  signal: AbortSignal,
  { version }: SessionOptions,
): Promise<Result<Session> & { readonly isOlder?: boolean }> {
  const client = new Client({ name: 'causeway', version }, { jsonSchemaValidator: asItComes });
  let named = nameTools([]);
  let isOver = false;
  // until the first list, a change is only noted
  let [isListing, isStale] = [true, false];
  const learn = async (): Promise<void> => {
    [isListing, isStale] = [true, false];
    named = nameTools(await listAll(client, line.connectMs, signal));
    isListing = false;
    if (isOver) return;
    events.onTools(named.tools);
    if (isStale) void learn().catch(end);
  };
  const listChanged = async (): Promise<void> => {
    isStale = true;
    if (!isListing) await learn().catch(end);
  };
  const closeOnce = async (): Promise<void> => {
    isOver = true;
    await client.close().catch(() => undefined);
    await line.release();
  };
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= closeOnce());
  const end = (error: unknown): void => {
    if (isOver) return;
    events.onEnd(serverFailure(name, error, line.said()), close());
  };

  // set before connecting, because the SDK drops a notification without a handler
  client.setNotificationHandler(ToolListChangedNotificationSchema, listChanged);
  // the SDK limits only its requests, and over SSE it sends none before the server has begun
  const limit = AbortSignal.any([signal, AbortSignal.timeout(line.connectMs)]);
  try {
    signal.throwIfAborted();
    await abortable(client.connect(line.transport, { timeout: line.connectMs }), limit);
    if (limit.aborted) throw new Error(toolsText.noAnswer(line.connectMs / 1000));
    await learn();
  } catch (error) {
    const said = line.said();
    await close();
    if (signal.aborted) return fail('tool-server-stopped');
    const isOlder = error instanceof StreamableHTTPError && [400, 404, 405, 406, 415].includes(error.code ?? 0);
    return { ok: false, failure: serverFailure(name, error, said), isOlder };
  }
  // oxlint-disable unicorn/prefer-add-event-listener -- the SDK has no other API
  client.onclose = () => end(undefined);
  // a broken stream is opened again by the SDK, but that is a new session, which nobody has initialized
  client.onerror = (error) => {
    if (error instanceof SseError) end(error);
  };
  // oxlint-enable unicorn/prefer-add-event-listener

  return ok({
    close,
    call: async (tool, values, callSignal) => {
      const own = named.ownName(tool);
      if (own === undefined) return fail('tool-server-lost-tool', { server: name, tool });
      try {
        const options = { signal: callSignal, timeout: callMs, maxTotalTimeout: longestCallMs, resetTimeoutOnProgress: true };
        const progressing = { ...options, onprogress: () => undefined }; // requests progress, which keeps a long call from timing out
        const result = await client.callTool({ name: own, arguments: { ...values } }, CallToolResultSchema, progressing);
        return ok(resultText(CallToolResultSchema.parse(result)));
      } catch (error) {
        if (callSignal.aborted) return stoppedByUser;
        if (error instanceof McpError) return fail('tool-server-rejected', { server: name, answer: error.message });
        end(error); // over HTTP only this shows that the server has gone
        return { ok: false, failure: serverFailure(name, error, line.said()) };
      }
    },
  });
}

async function listAll(client: Client, timeout: number, signal: AbortSignal): Promise<readonly ListedTool[]> {
  const listed: ListedTool[] = [];
  let cursor: string | undefined;
  // pages are limited too, because empty ones with a next cursor would never end
  for (let page = 0; page < mostPages && listed.length < mostTools; page += 1) {
    const { tools, nextCursor } = await client.listTools(cursor === undefined ? {} : { cursor }, { timeout, signal });
    listed.push(...tools);
    if (nextCursor === undefined) break;
    cursor = nextCursor;
  }
  return listed.slice(0, mostTools);
}

async function stdioLine(argv: readonly string[], { readEnvironment, redact }: SessionOptions): Promise<Line> {
  const { folder, remove } = await makeScratchFolder();
  const [command = '', ...args] = argv;
  const transport = new StdioClientTransport({
    command,
    args,
    env: { ...(await readEnvironment()) },
    cwd: folder,
    stderr: 'pipe',
    maxBufferSize: 8_000_000,
  });
  // the SDK closes it too if connecting fails, and only the first call would wait for the program's end
  const closeOnce = transport.close.bind(transport);
  let closing: Promise<void> | undefined;
  transport.close = () => (closing ??= closeOnce());
  let said = '';
  transport.stderr?.on('data', (piece: Buffer) => {
    said = (said + piece.toString()).slice(-keptCharacters);
  });
  return { transport, connectMs: connectMs.stdio, said: () => redact(said), release: remove };
}

function httpLine(transport: StreamableHTTPClientTransport | SSEClientTransport, { httpConnectMs = connectMs.http }: SessionOptions): Line {
  return { transport, connectMs: httpConnectMs, said: () => '', release: () => Promise.resolve() };
}

function serverFailure(name: string, error: unknown, said: string): Failure {
  const carried = carriedIn(error);
  if (carried) return carried;
  const code = errorCode(error) ?? (error instanceof Error ? errorCode(error.cause) : undefined);
  if (code === 'ENOENT') return failure('tool-server-program-not-found', { server: name });
  const lastLine = said.trim().split('\n').at(-1)?.trim() ?? '';
  const detail = lastLine === '' ? (error === undefined ? null : errorMessage(error)) : lastLine.slice(0, 300);
  return failure('tool-server-down', { server: name, detail });
}

function carriedIn(error: unknown): Failure | undefined {
  return carriedFailure(error) ?? (error instanceof Error && error.cause !== undefined ? carriedIn(error.cause) : undefined);
}

export type ServerTransport = ToolServerDraft['transport'];

/** A connection to a server that offers tools. */
export interface Session {
  readonly call: (tool: string, values: Arguments, signal: AbortSignal) => Promise<Result<ToolResult>>;
  readonly close: () => Promise<void>;
}

/** The events of a session. */
interface SessionEvents {
  readonly onTools: (tools: readonly Tool[]) => void;
  /** Called when the session breaks, but not after `close`. `closed` resolves when its program has ended. */
  readonly onEnd: (failure: Failure, closed: Promise<void>) => void;
}

/** Connects to a server. Calls `onTools` before the promise resolves. */
export type OpenSession = (
  name: string,
  transport: ServerTransport,
  events: SessionEvents,
  signal: AbortSignal,
) => Promise<Result<Session>>;

const limit = 1_000_000;

/** Returns a tool's result as text. Images and sounds are only named, because no model here accepts them. */
function resultText({ content, structuredContent, isError }: CallToolResult): ToolResult {
  const parts = content.map((part) => {
    switch (part.type) {
      case 'text':
        return part.text;
      case 'image':
      case 'audio':
        return toolsText.media(part.type, part.mimeType, Math.floor((part.data.length * 3) / 4));
      case 'resource':
        return 'text' in part.resource ? part.resource.text : toolsText.file(part.resource.uri);
      case 'resource_link':
        return toolsText.link(part.name, part.uri);
    }
  });
  const text = parts.length === 0 && structuredContent ? JSON.stringify(structuredContent) : parts.join('\n');
  const cut = text.length > limit ? `${text.slice(0, limit)}\n${toolsText.answerCut}` : text;
  return { text: cut, isError: isError === true };
}
