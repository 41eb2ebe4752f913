import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport, SseError } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport, StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ErrorCode, McpError, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { ok, type Failure, type Result } from '../../../contract/failure.ts';
import { fail, stoppedByUser } from '../../../contract/failures/fail.ts';
import { readArray, readObject, readString, type JsonObject, isJsonObject } from '../../../contract/json.ts';
import type { Tool } from '../../../contract/conversation.ts';
import type { ToolServerDraft } from '../../../contract/tool.ts';
import type { PublicWeb } from '../../public-web/public-web.ts';
import { abortable } from '../../shared/abortable.ts';
import { toolsText } from '../text.ts';
import type { Arguments } from '../bindings/templates.ts';
import type { ToolResult } from '../bindings/run-http.ts';
import { nameTools, type ListedTool } from './name-tools.ts';
import { callFailure, serverFailure } from './server-failure.ts';
import { endingSession, httpLine, stdioLine, type Line } from './program-transport.ts';

interface SessionOptions {
  readonly web: Pick<PublicWeb, 'fetch'>;
  readonly readEnvironment: () => Promise<Readonly<Record<string, string>>>;
  /** Removes secrets from a server's output. */
  readonly redact: (text: string) => string;
  readonly version: string;
  /** Left out: 15 s. */
  readonly httpConnectMs?: number;
  /** The pause between two lists, because a server may announce a change with every list. Left out: 1 s. */
  readonly listPauseMs?: number;
}

const callMs = 60_000;
const longestCallMs = 600_000;
const mostTools = 500;
const mostPages = 100;

/** Results are read tolerantly. The SDK's schemas would reject all of a result or a list for one odd field. */
const anyResult = z.looseObject({});

/** Opens sessions with the official SDK. A file of its own, so that it is loaded only if a server is in use. */
export function createSessionOpener(options: SessionOptions): OpenSession {
  return async (name, transport, events, signal) => {
    const { web, readEnvironment, redact, httpConnectMs } = options;
    if (transport.kind === 'stdio') {
      return connect(name, await stdioLine(transport.argv, readEnvironment, redact), events, signal, options);
    }
    const url = new URL(transport.url);
    const { fetch } = web;
    const streamable = endingSession(new StreamableHTTPClientTransport(url, { fetch }));
    const modern = await connect(name, httpLine(streamable, httpConnectMs), events, signal, options);
    if (modern.ok || !modern.isOlder || signal.aborted) return modern;
    // servers from before 2025 use another transport at the same address
    const sse = new SSEClientTransport(url, { fetch, eventSourceInit: { fetch } });
    return connect(name, httpLine(sse, httpConnectMs), events, signal, options);
  };
}

async function connect(
  name: string,
  line: Line,
  events: SessionEvents,
  signal: AbortSignal,
  { version, redact, listPauseMs = 1000 }: SessionOptions,
): Promise<Result<Session> & { readonly isOlder?: boolean }> {
  const client = new Client({ name: 'causeway', version });
  let named = nameTools([]);
  let isOver = false;
  let lost: Failure | undefined;
  // until the first list, a change is only noted
  let [isListing, isStale] = [true, false];
  const learn = async (): Promise<void> => {
    [isListing, isStale] = [true, false];
    named = nameTools(await listAll(client, line.connectMs, signal));
    if (isOver) return;
    events.onTools(named.tools);
    setTimeout(() => {
      isListing = false;
      if (isStale) listChanged();
    }, listPauseMs).unref();
  };
  const listChanged = (): void => {
    isStale = true;
    if (!isListing && !isOver) learn().catch(end);
  };
  const closeOnce = async (): Promise<void> => {
    isOver = true;
    await client.close().catch(() => undefined);
    await line.release();
  };
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= closeOnce());
  const failureOf = (error: unknown): Failure => serverFailure(name, { error, errorOutput: line.errorOutput(), redact });
  const end = (error: unknown): void => {
    if (isOver) return;
    lost = failureOf(error);
    events.onEnd(lost, close());
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
    const failure = failureOf(error);
    await close();
    if (signal.aborted) return fail('tool-server-stopped');
    const isOlder = error instanceof StreamableHTTPError && [400, 404, 405, 406, 415].includes(error.code ?? 0);
    return { ok: false, failure, isOlder };
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
        const result = await client.request(
          { method: 'tools/call', params: { name: own, arguments: { ...values } } },
          anyResult,
          progressing,
        );
        const read = resultText(result);
        return read ? ok(read) : fail('tool-server-answer-unreadable', { server: name });
      } catch (error) {
        if (callSignal.aborted) return stoppedByUser;
        const failed = isOver ? undefined : callFailure(name, error);
        if (failed) return { ok: false, failure: failed };
        end(error); // over HTTP only this shows that the server has gone
        return lost ? { ok: false, failure: lost } : fail('tool-server-stopped');
      }
    },
  });
}

async function listAll(client: Client, timeout: number, signal: AbortSignal): Promise<readonly ListedTool[]> {
  const listed: ListedTool[] = [];
  let cursor = '';
  // pages are limited too, because empty ones with a next cursor would never end
  for (let page = 0; page < mostPages && listed.length < mostTools; page += 1) {
    const request = { method: 'tools/list', params: cursor === '' ? {} : { cursor } } as const;
    const { tools, nextCursor } = await client.request(request, anyResult, { timeout, signal }).catch((error: unknown): JsonObject => {
      if (error instanceof McpError && error.code === ErrorCode.MethodNotFound.valueOf()) return {}; // it has only prompts or resources
      throw error;
    });
    listed.push(...readArray(tools).flatMap(readTool));
    cursor = readString(nextCursor);
    if (cursor === '') break;
  }
  return listed.slice(0, mostTools);
}

function readTool(value: unknown): readonly ListedTool[] {
  const { name, description, inputSchema } = readObject(value) ?? {};
  if (typeof name !== 'string') return [];
  return [{ name, description: readString(description), inputSchema: { type: 'object', ...readObject(inputSchema) } }];
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

/**
 * Returns a tool's result, or undefined if it can't be read. Its text names images and sounds. The sounds themselves are left out, because
 * no model here accepts them. Read field by field, because a schema would reject a whole result for one odd field.
 */
function resultText({ content = [], structuredContent, isError }: JsonObject): ToolResult | undefined {
  if (!Array.isArray(content)) return undefined;
  const text =
    content.length === 0 && isJsonObject(structuredContent) ? JSON.stringify(structuredContent) : content.map(partText).join('\n');
  const cut = text.length > limit ? `${text.slice(0, limit)}\n${toolsText.answerCut}` : text;
  const images = content.flatMap((part) => imageData(part) ?? []);
  return { text: cut, isError: isError === true, ...(images.length === 0 ? {} : { images }) };
}

function imageData(part: unknown): string | undefined {
  const { type, data } = readObject(part) ?? {};
  return type === 'image' && typeof data === 'string' && data !== '' ? data : undefined;
}

function partText(part: unknown): string {
  const { type, text, data, mimeType, resource, name, uri } = readObject(part) ?? {};
  switch (type) {
    case 'text':
      return readString(text);
    case 'image':
    case 'audio':
      return toolsText.media(type, readString(mimeType), Math.floor((readString(data).length * 3) / 4));
    case 'resource': {
      const file = readObject(resource);
      return typeof file?.['text'] === 'string' ? file['text'] : toolsText.file(readString(file?.['uri']));
    }
    case 'resource_link':
      return toolsText.link(readString(name), readString(uri));
    default:
      return toolsText.unknownPart(readString(type));
  }
}
