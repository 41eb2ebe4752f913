import { keyPlaceholder } from '../../contract/constants.ts';
import { shellWord } from '../shared/quoting.ts';
import type { Snippet } from '../../contract/local-api.ts';
import type { Mode } from '../../contract/profile.ts';
import { localApiText } from './api-errors.ts';

/** What the snippets are made from. */
export interface SnippetFacts {
  readonly port: number;
  readonly mode: Mode;
  /** A reachable model for the examples. */
  readonly model: string;
  /** Its segment, or null if only the proxy knows the model. */
  readonly segment: string | null;
  /** The service's own base URL. */
  readonly baseUrl: string;
}

/** Returns setup snippets for common programs. */
export function snippetsFor({ port, mode, model, segment, baseUrl }: SnippetFacts): readonly Snippet[] {
  const base = `http://127.0.0.1:${port}/v1`;
  const direct = segment === null ? [] : [httpsProxySnippet(port, `${baseUrl}/${segment}/v1/models`)];
  return [
    {
      id: 'environment',
      title: localApiText.environmentSnippet,
      language: 'sh',
      text: `export OPENAI_BASE_URL=${base}\nexport OPENAI_API_KEY=${keyPlaceholder}\n`,
    },
    { id: 'curl', title: 'curl', language: 'sh', text: curl(base, model) },
    { id: 'python', title: 'Python', language: 'python', text: python(base, model) },
    { id: 'typescript', title: 'TypeScript', language: 'typescript', text: typescript(base, model) },
    { id: 'continue', title: 'Continue', language: 'yaml', text: continueYaml(base, model) },
    { id: 'cline', title: 'Cline', language: 'text', text: cline(base, model) },
    { id: 'generic', title: localApiText.genericSnippet, language: 'text', text: generic(base, model, mode) },
    ...direct,
  ];
}

function curl(base: string, model: string): string {
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] });
  return `curl ${base}/chat/completions \\
  -H 'Authorization: Bearer ${keyPlaceholder}' \\
  -H 'Content-Type: application/json' \\
  -d ${shellWord(body)}
`;
}

function python(base: string, model: string): string {
  return `from openai import OpenAI

client = OpenAI(base_url="${base}", api_key="${keyPlaceholder}")
answer = client.chat.completions.create(
    model=${JSON.stringify(model)},
    messages=[{"role": "user", "content": "Hello"}],
)
print(answer.choices[0].message.content)
`;
}

function typescript(base: string, model: string): string {
  return `import OpenAI from 'openai';

const client = new OpenAI({ baseURL: '${base}', apiKey: '${keyPlaceholder}' });
const answer = await client.chat.completions.create({
  model: ${JSON.stringify(model)},
  messages: [{ role: 'user', content: 'Hello' }],
});
console.log(answer.choices[0]?.message.content);
`;
}

function continueYaml(base: string, model: string): string {
  return `name: Causeway
version: 1.0.0
schema: v1
models:
  - name: ${JSON.stringify(model)}
    provider: openai
    model: ${JSON.stringify(model)}
    apiBase: ${base}
    apiKey: ${keyPlaceholder}
    roles: [chat, edit]
`;
}

function cline(base: string, model: string): string {
  return `API Provider: OpenAI Compatible\nBase URL: ${base}\nAPI Key: ${keyPlaceholder}\nModel ID: ${model}\n`;
}

function generic(base: string, model: string, mode: Mode): string {
  const key = mode === 'proxy' ? keyPlaceholder : localApiText.anyKey(keyPlaceholder);
  return `Base URL: ${base}\nAPI key: ${key}\nModel: ${model}\nModels: GET ${base}/models\n`;
}

/** For one command only, because exported for a shell it would catch and reject the traffic of all programs. */
function httpsProxySnippet(port: number, url: string): Snippet {
  return {
    id: 'https-proxy',
    title: localApiText.httpsProxySnippet,
    language: 'sh',
    text: `# ${localApiText.httpsProxyComment}\nHTTPS_PROXY=http://127.0.0.1:${port} curl ${shellWord(url)}\n`,
  };
}
