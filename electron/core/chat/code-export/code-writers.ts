import { shellWord } from '../../shared/quoting.ts';

/** A request as it was sent, and where to. */
export interface SentRequest {
  /** Ends in a slash. */
  readonly base: string;
  readonly endpoint: Endpoint;
  /** Whether the way asks for an API token. */
  readonly hasKey: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

type Endpoint = 'chat/completions' | 'completions';

/** Whether the answer comes in pieces. */
function isStreamed({ body }: Pick<SentRequest, 'body'>): boolean {
  return body['stream'] === true;
}

/** The environment variable that stands for the token. */
const keyVariable = 'CAUSEWAY_API_KEY';

/** Said above a request of the direct way, which asks for no key but for the right network. */
const directNote = 'Works inside the research cloud; elsewhere use the address of Causeway’s agent instead.';

/** What a client library has parameters for; the rest of a body is passed beside them. */
const known = {
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

/** The body in two: what the library knows by name, and what it must be made to pass on. */
function splitBody({ endpoint, body }: SentRequest): {
  readonly named: readonly (readonly [string, unknown])[];
  readonly extra: readonly (readonly [string, unknown])[];
} {
  const fields = Object.entries(body);
  return {
    named: fields.filter(([name]) => known[endpoint].has(name)),
    extra: fields.filter(([name]) => !known[endpoint].has(name)),
  };
}

/** Linux takes at most 128 KiB as one argument of a command. */
const mostInArgument = 100_000;

/** The request as a command for a shell. */
export function curlCode({ base, endpoint, hasKey, body }: SentRequest): string {
  const json = JSON.stringify(body);
  const isLong = Buffer.byteLength(json) > mostInArgument;
  const lines = [
    // without it the pieces are shown only once there are many
    `curl ${isStreamed({ body }) ? '--no-buffer ' : ''}${shellWord(`${base}${endpoint}`)}`,
    ...(hasKey ? [`-H "Authorization: Bearer $${keyVariable}"`] : []),
    `-H 'Content-Type: application/json'`,
    isLong ? `--data-binary @- <<'END_OF_BODY'` : `--data-raw ${shellWord(json)}`,
  ];
  // JSON has no line breaks of its own, so no line of it can be the end mark
  return `${hasKey ? '' : `# ${directNote}\n`}${lines.join(' \\\n  ')}\n${isLong ? `${json}\nEND_OF_BODY\n` : ''}`;
}

/** The request as a program for the `openai` package of Python. */
export function pythonCode(request: SentRequest): string {
  const { base, endpoint, hasKey } = request;
  const { named, extra } = splitBody(request);
  const isChat = endpoint === 'chat/completions';
  const key = hasKey ? `os.environ[${pythonLiteral(keyVariable, '')}]` : '"none"'; // this way asks for none, the library does
  const given = named.map(([name, value]) => `    ${name}=${pythonLiteral(value, '    ')},`);
  const beside = extra.length === 0 ? [] : [`    extra_body=${pythonLiteral(Object.fromEntries(extra), '    ')},`];
  return [
    ...(hasKey ? ['import os', ''] : [`# ${directNote}`]),
    'from openai import OpenAI',
    '',
    `client = OpenAI(base_url=${pythonLiteral(base, '')}, api_key=${key})`,
    `answer = client.${isChat ? 'chat.completions' : 'completions'}.create(`,
    ...given,
    ...beside,
    ')',
    ...(isStreamed(request) ? printPieces(isChat) : [`print(answer.choices[0].${isChat ? 'message.content' : 'text'})`]),
    '',
  ].join('\n');
}

/** Some pieces have no choices: those that count the tokens, or tell the proxy's sources. */
function printPieces(isChat: boolean): readonly string[] {
  return [
    'for piece in answer:',
    '    for choice in piece.choices or []:',
    `        print(choice.${isChat ? 'delta.content' : 'text'} or "", end="", flush=True)`,
  ];
}

/** A JSON value as Python writes it; its strings are JSON's, since Python reads every escape of those alike. */
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

/** The request as a program for the `openai` package of npm. */
export function typescriptCode(request: SentRequest): string {
  const { base, endpoint, hasKey } = request;
  const { named, extra } = splitBody(request);
  const isChat = endpoint === 'chat/completions';
  const key = hasKey ? `process.env[${JSON.stringify(keyVariable)}]` : '"none"'; // this way asks for none, the library does
  const beside = extra.map(([name, value]) => `    ${property(name)}: ${typescriptLiteral(value, '    ')},`);
  return [
    ...(hasKey ? [] : [`// ${directNote}`]),
    `import OpenAI from "openai";`,
    '',
    `const client = new OpenAI({ baseURL: ${JSON.stringify(base)}, apiKey: ${key} });`,
    `const answer = await client.${isChat ? 'chat.completions' : 'completions'}.create({`,
    ...named.map(([name, value]) => `  ${property(name)}: ${typescriptLiteral(value, '  ')},`),
    // unknown to the library's types, and passed on all the same
    ...(beside.length === 0 ? [] : ['  ...({', ...beside, '  } as object),']),
    '});',
    isStreamed(request)
      ? // some pieces have no choices: those that count the tokens, or tell the proxy's sources
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
  if (name === '__proto__') return '["__proto__"]'; // written plainly it would be the object's prototype
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
