import { directNote, isStreamed, keyVariable, splitBody, type SentRequest } from './sent-request.ts';

/** The request as a program for the `openai` package of Python. */
export function pythonCode(request: SentRequest): string {
  const { base, endpoint, hasKey } = request;
  const { named, extra } = splitBody(request);
  const isChat = endpoint === 'chat/completions';
  const key = hasKey ? `os.environ[${literal(keyVariable, '')}]` : '"none"'; // this way asks for none, the library does
  const given = named.map(([name, value]) => `    ${name}=${literal(value, '    ')},`);
  const beside = extra.length === 0 ? [] : [`    extra_body=${literal(Object.fromEntries(extra), '    ')},`];
  return [
    ...(hasKey ? ['import os', ''] : [`# ${directNote}`]),
    'from openai import OpenAI',
    '',
    `client = OpenAI(base_url=${literal(base, '')}, api_key=${key})`,
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
function literal(value: unknown, indent: string): string {
  const deeper = `${indent}    `;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) {
    return value.length === 0 ? '[]' : `[\n${value.map((item) => `${deeper}${literal(item, deeper)},\n`).join('')}${indent}]`;
  }
  if (typeof value === 'object') {
    const fields = Object.entries(value).map(([name, item]) => `${deeper}${JSON.stringify(name)}: ${literal(item, deeper)},\n`);
    return fields.length === 0 ? '{}' : `{\n${fields.join('')}${indent}}`;
  }
  return JSON.stringify(value);
}
