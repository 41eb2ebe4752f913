import { directNote, isStreamed, keyVariable, splitBody, type SentRequest } from './sent-request.ts';

/** The request as a program for the `openai` package of npm. */
export function typescriptCode(request: SentRequest): string {
  const { base, endpoint, hasKey } = request;
  const { named, extra } = splitBody(request);
  const isChat = endpoint === 'chat/completions';
  const key = hasKey ? `process.env[${JSON.stringify(keyVariable)}]` : '"none"'; // this way asks for none, the library does
  const beside = extra.map(([name, value]) => `    ${property(name)}: ${literal(value, '    ')},`);
  return [
    ...(hasKey ? [] : [`// ${directNote}`]),
    `import OpenAI from "openai";`,
    '',
    `const client = new OpenAI({ baseURL: ${JSON.stringify(base)}, apiKey: ${key} });`,
    `const answer = await client.${isChat ? 'chat.completions' : 'completions'}.create({`,
    ...named.map(([name, value]) => `  ${property(name)}: ${literal(value, '  ')},`),
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

function literal(value: unknown, indent: string): string {
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    return value.length === 0 ? '[]' : `[\n${value.map((item) => `${deeper}${literal(item, deeper)},\n`).join('')}${indent}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([name, item]) => `${deeper}${property(name)}: ${literal(item, deeper)},\n`);
    return fields.length === 0 ? '{}' : `{\n${fields.join('')}${indent}}`;
  }
  return JSON.stringify(value);
}

function property(name: string): string {
  if (name === '__proto__') return '["__proto__"]'; // written plainly it would be the object's prototype
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
