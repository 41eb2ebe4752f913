import type { CodeLanguage } from '../../../contract/chat-turn.ts';
import { ok, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { shellWord } from '../../shared/quoting.ts';
import { directCodeComment } from '../text.ts';

const writers: Readonly<Record<CodeLanguage, (request: SentRequest) => string>> = {
  curl: curlCode,
  python: pythonCode,
  typescript: typescriptCode,
};

/** Returns the request behind an answer as code. The key is read from an environment variable. */
export async function requestCode(
  { history }: Pick<ChatDependencies, 'history'>,
  messageId: string,
  language: CodeLanguage,
): Promise<Result<string>> {
  const message = await history.message(messageId);
  if (!message.ok) return message;
  const body = await history.request(messageId);
  if (!body.ok) return body;
  const address = message.value.role === 'assistant' ? message.value.answer.address : undefined;
  if (address === undefined || body.value === null) return fail('request-not-saved');
  const endpoint = 'prompt' in body.value ? 'completions' : 'chat/completions';
  const base = address.slice(0, -endpoint.length);
  // Direct base URLs end in /v1/, the proxy's don't. The message's mode is the last one used.
  return ok(writers[language]({ base, endpoint, hasKey: !base.endsWith('/v1/'), body: body.value }));
}

/** A request as it was sent. */
export interface SentRequest {
  /** Ends in a slash. */
  readonly base: string;
  readonly endpoint: Endpoint;
  /** Whether the service expects an API token. */
  readonly hasKey: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

type Endpoint = 'chat/completions' | 'completions';

/** The environment variable that holds the token. */
const keyVariable = 'CAUSEWAY_API_KEY';

/** The parameters of the client libraries. Other fields are passed as extra ones. */
const libraryParameters = {
  'chat/completions': new Set(
    `model messages audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens metadata
    modalities n parallel_tool_calls prediction presence_penalty reasoning_effort response_format seed service_tier stop store stream
    stream_options temperature tool_choice tools top_logprobs top_p user`.split(/\s+/),
  ),
  completions: new Set(
    `model prompt best_of echo frequency_penalty logit_bias logprobs max_tokens n presence_penalty seed stop stream stream_options suffix
    temperature top_p user`.split(/\s+/),
  ),
} as const;

/** Splits the body into the library's own parameters and extra fields. */
function splitBody({ endpoint, body }: SentRequest) {
  const fields = Object.entries(body);
  return {
    named: fields.filter(([name]) => libraryParameters[endpoint].has(name)),
    extra: fields.filter(([name]) => !libraryParameters[endpoint].has(name)),
  };
}

/** Linux allows at most 128 KiB in one argument. */
const maxArgumentBytes = 100_000;

/** Returns the request as a shell command. */
export function curlCode({ base, endpoint, hasKey, body }: SentRequest): string {
  const json = JSON.stringify(body);
  const isLong = Buffer.byteLength(json) > maxArgumentBytes;
  const lines = [
    // otherwise curl would show the chunks only once there are many
    `curl ${body['stream'] === true ? '--no-buffer ' : ''}${shellWord(`${base}${endpoint}`)}`,
    ...(hasKey ? [`-H "Authorization: Bearer $${keyVariable}"`] : []),
    `-H 'Content-Type: application/json'`,
    isLong ? `--data-binary @- <<'END_OF_BODY'` : `--data-raw ${shellWord(json)}`,
  ];
  // JSON has no line breaks here, so no line of it can be the end mark
  return `${hasKey ? '' : `# ${directCodeComment}\n`}${lines.join(' \\\n  ')}\n${isLong ? `${json}\nEND_OF_BODY\n` : ''}`;
}

/** Returns the request as a program for Python's `openai` package. */
export function pythonCode(request: SentRequest): string {
  const { base, endpoint, hasKey } = request;
  const { named, extra } = splitBody(request);
  const isChat = endpoint === 'chat/completions';
  const key = hasKey ? `os.environ[${pythonLiteral(keyVariable, '')}]` : '"none"'; // the service needs none, but the library does
  const parameters = named.map(([name, value]) => `    ${name}=${pythonLiteral(value, '    ')},`);
  const extraFields = extra.length === 0 ? [] : [`    extra_body=${pythonLiteral(Object.fromEntries(extra), '    ')},`];
  return [
    ...(hasKey ? ['import os', ''] : [`# ${directCodeComment}`]),
    'from openai import OpenAI',
    '',
    `client = OpenAI(base_url=${pythonLiteral(base, '')}, api_key=${key})`,
    `answer = client.${isChat ? 'chat.completions' : 'completions'}.create(`,
    ...parameters,
    ...extraFields,
    ')',
    ...(request.body['stream'] === true ? printChunks(isChat) : [`print(answer.choices[0].${isChat ? 'message.content' : 'text'})`]),
    '',
  ].join('\n');
}

/** Chunks with token counts or the proxy's sources have no choices. */
function printChunks(isChat: boolean): readonly string[] {
  return [
    'for piece in answer:',
    '    for choice in piece.choices or []:',
    `        print(choice.${isChat ? 'delta.content' : 'text'} or "", end="", flush=True)`,
  ];
}

/** Returns a JSON value as a Python literal. Strings stay as in JSON, because Python reads the same escapes. */
function pythonLiteral(value: unknown, indent: string): string {
  const deeper = `${indent}    `;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) {
    return value.length === 0 ? '[]' : `[\n${value.map((item) => `${deeper}${pythonLiteral(item, deeper)},\n`).join('')}${indent}]`;
  }
  if (typeof value === 'object') {
    const fields = Object.entries(value).map(([name, item]) => `${deeper}${JSON.stringify(name)}: ${pythonLiteral(item, deeper)},\n`);
    return fields.length === 0 ? '{}' : `{\n${fields.join('')}${indent}}`;
  }
  return JSON.stringify(value);
}

/** Returns the request as a program for npm's `openai` package. */
export function typescriptCode(request: SentRequest): string {
  const { base, endpoint, hasKey } = request;
  const { named, extra } = splitBody(request);
  const isChat = endpoint === 'chat/completions';
  const key = hasKey ? `process.env[${JSON.stringify(keyVariable)}]` : '"none"'; // the service needs none, but the library does
  const extraFields = extra.map(([name, value]) => `    ${property(name)}: ${typescriptLiteral(value, '    ')},`);
  return [
    ...(hasKey ? [] : [`// ${directCodeComment}`]),
    `import OpenAI from "openai";`,
    '',
    `const client = new OpenAI({ baseURL: ${JSON.stringify(base)}, apiKey: ${key} });`,
    `const answer = await client.${isChat ? 'chat.completions' : 'completions'}.create({`,
    ...named.map(([name, value]) => `  ${property(name)}: ${typescriptLiteral(value, '  ')},`),
    // not in the library's types, but it passes them on
    ...(extraFields.length === 0 ? [] : ['  ...({', ...extraFields, '  } as object),']),
    '});',
    request.body['stream'] === true
      ? // chunks with token counts or the proxy's sources have no choices
        `for await (const piece of answer) process.stdout.write(piece.choices?.[0]?.${isChat ? 'delta?.content' : 'text'} ?? "");`
      : `console.log(answer.choices[0]?.${isChat ? 'message.content' : 'text'});`,
    '',
  ].join('\n');
}

function typescriptLiteral(value: unknown, indent: string): string {
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    return value.length === 0 ? '[]' : `[\n${value.map((item) => `${deeper}${typescriptLiteral(item, deeper)},\n`).join('')}${indent}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([name, item]) => `${deeper}${property(name)}: ${typescriptLiteral(item, deeper)},\n`);
    return fields.length === 0 ? '{}' : `{\n${fields.join('')}${indent}}`;
  }
  return JSON.stringify(value);
}

function property(name: string): string {
  if (name === '__proto__') return '["__proto__"]'; // without brackets it would set the object's prototype
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
