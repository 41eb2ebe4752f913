import { toolsText } from '../text.ts';
import type { Result } from '../../../contract/failure.ts';
import type { ToolBinding } from '../../../contract/tool.ts';
import type { PublicWeb } from '../../public-web/public-web.ts';
import { fillBody, fillUrl, requestHeaders, type Arguments } from './templates.ts';

const limitMs = 30_000;
const limitBytes = 1_000_000;

/** The result of a binding, as text for the model. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
  /** Contents of images in the result, as Base64. The text says where they are. */
  readonly images?: readonly string[];
}

/** Sends a tool's request. Fails if there was no response. */
export async function runHttp(
  web: Pick<PublicWeb, 'request'>,
  binding: Extract<ToolBinding, { kind: 'http' }>,
  values: Arguments,
  signal: AbortSignal,
): Promise<Result<ToolResult>> {
  const url = fillUrl(binding.url, values);
  if (!url.ok) return url;
  const body = fillBody(binding, values);
  const answer = await web.request({
    method: binding.method,
    url: url.value,
    headers: requestHeaders(binding),
    ...(body === undefined ? {} : { body }),
    signal,
    limitMs,
    limitBytes,
  });
  if (!answer.ok) return answer;
  const { status, contentType, body: bytes, isCut } = answer.value;
  const text = readable(bytes, contentType) + (isCut ? `\n${toolsText.answerCut}` : '');
  const isError = status >= 400;
  return { ok: true, value: { text: isError ? toolsText.status(status, text) : text, isError } };
}

function readable(bytes: Buffer, contentType: string): string {
  const charset = /charset="?([^\s;"]+)/i.exec(contentType)?.[1];
  const text = decode(bytes, charset);
  return text.includes('\0') ? toolsText.notText(bytes.length, contentType) : text;
}

function decode(bytes: Buffer, charset: string | undefined): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes); // an unknown charset
  }
}
