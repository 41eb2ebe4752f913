import { createParser } from 'eventsource-parser';
import { ok, type Result } from '../../contract/failure.ts';
import { cancelledCall, fail } from '../../contract/failures/fail.ts';
import { parseJson, readArray, readObject, readString, type JsonObject } from '../../contract/json.ts';
import type { ProgramCheck } from '../../contract/local-api.ts';

/** In which form a program sends its requests. */
export type Dialect = 'chat' | 'responses' | 'messages';

interface CheckRequest {
  readonly title: string;
  readonly dialect: Dialect;
  /** With `/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  readonly model: string;
  /** The program's file, if the key is from there. */
  readonly file: string | undefined;
}

const tool = { name: 'report_ready', description: 'Reports that the program is ready.' };
const parameters = { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] };
const question = 'Call the tool report_ready once, with the status ok.';

const requests: Readonly<Record<Dialect, { readonly path: string; readonly body: object }>> = {
  chat: {
    path: '/chat/completions',
    body: { messages: [{ role: 'user', content: question }], tools: [{ type: 'function', function: { ...tool, parameters } }] },
  },
  responses: {
    path: '/responses',
    body: { input: question, tools: [{ type: 'function', ...tool, parameters, strict: false }], store: false },
  },
  messages: {
    path: '/messages?beta=true',
    body: { messages: [{ role: 'user', content: question }], tools: [{ ...tool, input_schema: parameters }], max_tokens: 4096 },
  },
};

/** Sends one streamed request as a program does, and reads its answer to the end. */
export async function checkProgram(
  { title, dialect, baseUrl, key, model, file }: CheckRequest,
  signal: AbortSignal,
): Promise<Result<ProgramCheck>> {
  const startedAt = performance.now();
  const { path, body } = requests[dialect];
  let isAnswering = false;
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, 'user-agent': `Causeway check (${title})` },
      body: JSON.stringify({ model, stream: true, ...body }),
      redirect: 'error',
      signal,
    });
    if (response.status === 401 && file !== undefined) return fail('client-program-key-refused', { title, file });
    if (!response.ok || !response.body) {
      return fail('client-program-rejected', { status: response.status, answer: errorIn(parseJson(await response.text())) ?? '' });
    }
    isAnswering = true;
    const answer = await readAnswer(dialect, response.body);
    if (answer.error !== undefined) return fail('client-program-rejected', { status: response.status, answer: answer.error });
    if (!answer.isComplete) return fail('client-program-answer-cut');
    return ok({ model, calledTool: answer.calledTool, durationMs: performance.now() - startedAt });
  } catch {
    if (signal.aborted) return cancelledCall;
    return isAnswering ? fail('client-program-answer-cut') : fail('client-program-not-reached', { title, address: baseUrl });
  }
}

function errorIn(value: unknown): string | undefined {
  const fields = readObject(value);
  const error = readObject(fields?.['error']) ?? readObject(readObject(fields?.['response'])?.['error']);
  return error && readString(error['message']);
}

async function readAnswer(dialect: Dialect, body: AsyncIterable<Uint8Array>) {
  const answer = { isComplete: false, calledTool: false, error: undefined as string | undefined };
  const parser = createParser({
    onEvent: ({ data }) => {
      const event = readObject(parseJson(data)) ?? {};
      answer.error ??= errorIn(event);
      answer.calledTool ||= callsIn(dialect, event).includes(tool.name);
      answer.isComplete ||= data === '[DONE]' || ends.has(readString(event['type']));
    },
  });
  const decoder = new TextDecoder();
  for await (const bytes of body) parser.feed(decoder.decode(bytes, { stream: true }));
  return answer;
}

const ends: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete', 'message_stop']);

/** Returns the names of the tools that an event calls. */
function callsIn(dialect: Dialect, event: JsonObject): readonly string[] {
  const nameOf = (value: unknown): string => readString(readObject(value)?.['name']);
  switch (dialect) {
    case 'chat': {
      const calls = readArray(event['choices']).flatMap((choice) => readArray(readObject(readObject(choice)?.['delta'])?.['tool_calls']));
      return calls.map((call) => nameOf(readObject(call)?.['function']));
    }
    case 'responses':
      return event['type'] === 'response.output_item.done' ? [nameOf(event['item'])] : [];
    case 'messages':
      return event['type'] === 'content_block_start' ? [nameOf(event['content_block'])] : [];
  }
}
