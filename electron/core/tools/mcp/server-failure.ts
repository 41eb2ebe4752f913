import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import type { Failure } from '../../../contract/failure.ts';
import { failure } from '../../../contract/failures/fail.ts';
import { readNumber, readObject } from '../../../contract/json.ts';
import { carriedFailure } from '../../shared/dial.ts';
import { errorCode, errorMessage } from '../../shared/node-error.ts';
import { toolsText } from '../text.ts';

/** What is known about the end of a server. */
export interface ServerEnd {
  /** Undefined if the connection was closed. */
  readonly error: unknown;
  /** The end of its program's error output, without secrets. */
  readonly errorOutput: string;
  readonly redact: (text: string) => string;
}

/** How many characters of an error are redacted, of a reason are shown, and of a rejection a model reads. */
const limits = { redacted: 2000, reason: 300, rejection: 2000 };

/** Returns why a server can't be used. */
export function serverFailure(server: string, { error, errorOutput, redact }: ServerEnd): Failure {
  const carried = carriedIn(error);
  if (carried) return carried;
  const code = errorCode(error) ?? (error instanceof Error ? errorCode(error.cause) : undefined);
  if (code === 'ENOENT') return failure('tool-server-program-not-found', { server });
  const reason = findReason(errorOutput) ?? redact(errorReason(error).slice(0, limits.redacted));
  return failure('tool-server-down', { server, detail: reason === '' ? null : reason.slice(0, limits.reason) });
}

/** Returns the failure of a call that the server has rejected, left open or answered unreadably, or undefined if the connection failed. */
export function callFailure(server: string, error: unknown): Failure | undefined {
  if (error instanceof SyntaxError || error instanceof z.ZodError) return failure('tool-server-answer-unreadable', { server });
  if (!(error instanceof McpError) || isClosed(error)) return undefined;
  const seconds = timeoutSeconds(error);
  if (seconds !== undefined) return failure('tool-server-timeout', { server, seconds });
  return failure('tool-server-rejected', { server, answer: withoutPrefix(error.message).slice(0, limits.rejection) });
}

/** Lines that only follow an error. */
const afterwords = /^(?:at .*|Node\.js v\d.*|npm notice.*|npm (?:error|ERR!) (?:A complete log|.*npm help ).*)$/;
const namesError = /(?:error|exception|panic(?:ked)?)\b.*:/i;

/** Returns the last line that names an error, or else the last one. */
function findReason(errorOutput: string): string | undefined {
  const lines = errorOutput
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !afterwords.test(line));
  return lines.findLast((line) => namesError.test(line)) ?? lines.at(-1);
}

/** Returns what an error says, or '' if only that the connection was closed. */
function errorReason(error: unknown): string {
  if (error === undefined || (error instanceof McpError && isClosed(error))) return '';
  if (error instanceof StreamableHTTPError && (error.code ?? 0) > 0) return httpReason(error);
  const seconds = error instanceof McpError ? timeoutSeconds(error) : undefined;
  return seconds === undefined ? withoutPrefix(errorMessage(error)) : toolsText.noAnswer(seconds);
}

/** Returns the status with the body, unless that is a web page. */
function httpReason({ code = 0, message }: StreamableHTTPError): string {
  const body = message.replace(/^Streamable HTTP error: (?:Error POSTing to endpoint: )?/, '').trim();
  return toolsText.httpStatus(code, body.startsWith('<') ? '' : body);
}

/** Returns whether the SDK reports the end of the connection. A server may use its code for errors of its own. */
function isClosed({ code, message }: McpError): boolean {
  return code === ErrorCode.ConnectionClosed.valueOf() && withoutPrefix(message) === 'Connection closed';
}

/** Returns the limit that the SDK reports as exceeded. A server may use its code for errors of its own. */
function timeoutSeconds({ code, data }: McpError): number | undefined {
  const { timeout, maxTotalTimeout = timeout } = readObject(data) ?? {};
  const limit = code === ErrorCode.RequestTimeout.valueOf() ? readNumber(maxTotalTimeout) : undefined;
  return limit === undefined ? undefined : limit / 1000;
}

function withoutPrefix(message: string): string {
  return message.replace(/^(?:MCP error -?\d+: )+/, '');
}

function carriedIn(error: unknown): Failure | undefined {
  return carriedFailure(error) ?? (error instanceof Error && error.cause !== undefined ? carriedIn(error.cause) : undefined);
}
