import type { CodeLanguage } from '../../../contract/chat-turn.ts';
import { ok, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { shellWord } from '../../shared/quoting.ts';
import { mapImageUrls, readNamedImage } from '../../llm-client/llm-client.ts';
import { directCodeComment, imageCodeComment } from '../text.ts';

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

/** An image in a request, which the code reads from a file. The saved request has only its name. */
class ImageFile {
  readonly type: string;
  readonly file: string;
  constructor({ type, file }: { readonly type: string; readonly file: string }) {
    this.type = type;
    this.file = file;
  }
}

/** Finds the images of a request. Only image parts can have one, so that no text makes the code read a file. */
function findImages(request: SentRequest): SentRequest & { readonly files: readonly string[] } {
  const files = new Set<string>();
  const body = mapImageUrls(request.body, (url) => {
    const named = readNamedImage(url);
    if (!named) return url;
    const file = named.file.replaceAll(/[/\\\p{Cc}]/gu, '_'); // a name from a tool or an import is no path
    files.add(file);
    return new ImageFile({ ...named, file });
  });
  return { ...request, body, files: [...files] };
}

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
export function curlCode(request: SentRequest): string {
  const { base, endpoint, hasKey, body, files } = findImages(request);
  const json = JSON.stringify(body);
  const isLong = Buffer.byteLength(json) > maxArgumentBytes || files.length > 0;
  const end = files.length === 0 ? `'END_OF_BODY'` : 'END_OF_BODY';
  const lines = [
    // otherwise curl would show the chunks only once there are many
    `curl ${body['stream'] === true ? '--no-buffer ' : ''}${shellWord(`${base}${endpoint}`)}`,
    ...(hasKey ? [`-H "Authorization: Bearer $${keyVariable}"`] : []),
    `-H 'Content-Type: application/json'`,
    isLong ? `--data-binary @- <<${end}` : `--data-raw ${shellWord(json)}`,
  ];
  // JSON has no line breaks here, so no line of it can be the end mark
  const comments = [...(hasKey ? [] : [directCodeComment]), ...(files.length === 0 ? [] : [imageCodeComment(files)])];
  const content = files.length === 0 ? json : shellTemplate(json);
  return `${comments.map((line) => `# ${line}\n`).join('')}${lines.join(' \\\n  ')}\n${isLong ? `${content}\nEND_OF_BODY\n` : ''}`;
}

/** An image file as JSON. Within a text, its quotation marks would be escaped. */
const imageFileJson = /"image_url":\{"url":(\{"type":"[a-z/]+","file":"(?:[^"\\]|\\.)*"\})/g;

/** Returns JSON for a here-document in which the shell replaces images by the content of their files. */
function shellTemplate(json: string): string {
  let written = '';
  let from = 0;
  const literal = (text: string): string => text.replaceAll(/[\\$`]/g, String.raw`\$&`);
  for (const found of json.matchAll(imageFileJson)) {
    const { type, file } = JSON.parse(found[1] ?? '') as ImageFile; // written from one
    written += `${literal(json.slice(from, found.index))}"image_url":{"url":"data:${type};base64,$(base64 < ${shellWord(`./${file}`)} | tr -d '\\n')"`;
    from = found.index + found[0].length;
  }
  return written + literal(json.slice(from));
}

/** Returns the request as a program for Python's `openai` package. */
export function pythonCode(sent: SentRequest): string {
  const request = findImages(sent);
  const { base, endpoint, hasKey, files } = request;
  const { named, extra } = splitBody(request);
  const isChat = endpoint === 'chat/completions';
  const key = hasKey ? `os.environ[${pythonLiteral(keyVariable, '')}]` : '"none"'; // the service needs none, but the library does
  const parameters = named.map(([name, value]) => `    ${name}=${pythonLiteral(value, '    ')},`);
  const extraFields = extra.length === 0 ? [] : [`    extra_body=${pythonLiteral(Object.fromEntries(extra), '    ')},`];
  const imports = [...(files.length === 0 ? [] : ['import base64']), ...(hasKey ? ['import os'] : [])];
  return [
    ...(hasKey ? [] : [`# ${directCodeComment}`]),
    ...(files.length === 0 ? [] : [`# ${imageCodeComment(files)}`]),
    ...(imports.length === 0 ? [] : [...imports, '']),
    'from openai import OpenAI',
    '',
    ...(files.length === 0 ? [] : pythonImage),
    `client = OpenAI(base_url=${pythonLiteral(base, '')}, api_key=${key})`,
    `answer = client.${isChat ? 'chat.completions' : 'completions'}.create(`,
    ...parameters,
    ...extraFields,
    ')',
    ...(request.body['stream'] === true ? printChunks(isChat) : [`print(answer.choices[0].${isChat ? 'message.content' : 'text'})`]),
    '',
  ].join('\n');
}

const pythonImage = [
  '',
  'def image(file, type):',
  '    with open(file, "rb") as content:',
  '        return f"data:{type};base64,{base64.b64encode(content.read()).decode()}"',
  '',
  '',
];

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
  if (value instanceof ImageFile) return `image(${JSON.stringify(value.file)}, ${JSON.stringify(value.type)})`;
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
export function typescriptCode(sent: SentRequest): string {
  const request = findImages(sent);
  const { base, endpoint, hasKey, files } = request;
  const { named, extra } = splitBody(request);
  const isChat = endpoint === 'chat/completions';
  const key = hasKey ? `process.env[${JSON.stringify(keyVariable)}]` : '"none"'; // the service needs none, but the library does
  const extraFields = extra.map(([name, value]) => `    ${property(name)}: ${typescriptLiteral(value, '    ')},`);
  return [
    ...(hasKey ? [] : [`// ${directCodeComment}`]),
    ...(files.length === 0 ? [] : [`// ${imageCodeComment(files)}`, `import { readFileSync } from "node:fs";`]),
    `import OpenAI from "openai";`,
    '',
    ...(files.length === 0 ? [] : typescriptImage),
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

const typescriptImage = [
  'const image = (file: string, type: string): string => `data:${type};base64,${readFileSync(file).toString("base64")}`;',
  '',
];

function typescriptLiteral(value: unknown, indent: string): string {
  if (value instanceof ImageFile) return `image(${JSON.stringify(value.file)}, ${JSON.stringify(value.type)})`;
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
