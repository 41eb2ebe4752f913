import { keyPlaceholder } from '../../contract/constants.ts';
import { powershellWord, shellWord } from '../shared/quoting.ts';
import type { LocalApiSettings, Snippet } from '../../contract/local-api.ts';
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
  readonly keyOnDirect: LocalApiSettings['keyOnDirect'];
  /** Whether the user's own programs are recognized, so that they need no key in direct mode. */
  readonly canTellUser: boolean;
  readonly platform: NodeJS.Platform;
}

/** Returns setup snippets for common programs. */
export function snippetsFor(facts: SnippetFacts): readonly Snippet[] {
  const { port, model, segment, baseUrl, platform } = facts;
  const base = `http://127.0.0.1:${port}/v1`;
  const shell = platform === 'win32' ? powershell : posixShell;
  const proxy = `http://${isDirectKeyNeeded(facts) ? `${keyPlaceholder}@` : ''}127.0.0.1:${port}`;
  const shellSnippet = (id: string, title: string, text: string): Snippet => ({ id, title, language: shell.language, text });
  return [
    shellSnippet('environment', localApiText.environmentSnippet, shell.environment(base)),
    shellSnippet('curl', shell.requestTitle, shell.request(base, model)),
    { id: 'python', title: 'Python', language: 'python', text: python(base, model) },
    { id: 'typescript', title: 'TypeScript', language: 'typescript', text: typescript(base, model) },
    { id: 'continue', title: 'Continue', language: 'yaml', text: continueYaml(base, model) },
    { id: 'cline', title: 'Cline', language: 'text', text: cline(base, model) },
    { id: 'generic', title: localApiText.genericSnippet, language: 'text', text: generic(base, facts) },
    ...(segment === null
      ? []
      : [
          shellSnippet(
            'https-proxy',
            localApiText.httpsProxySnippet,
            `# ${localApiText.httpsProxyComment}\n${shell.throughProxy(proxy, `${baseUrl}/${segment}/v1/models`)}\n`,
          ),
        ]),
  ];
}

const firstRequest = (model: string): string => JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] });

const posixShell = {
  language: 'sh',
  requestTitle: 'curl',
  environment: (base: string) => `export OPENAI_BASE_URL=${base}\nexport OPENAI_API_KEY=${keyPlaceholder}\n`,
  request: (base: string, model: string) => `curl ${base}/chat/completions \\
  -H 'Authorization: Bearer ${keyPlaceholder}' \\
  -H 'Content-Type: application/json' \\
  -d ${shellWord(firstRequest(model))}
`,
  // for one command only, because exported for a shell it would catch and reject the traffic of all programs
  throughProxy: (proxy: string, url: string) => `HTTPS_PROXY=${proxy} curl ${shellWord(url)}`,
};

const powershell: typeof posixShell = {
  language: 'powershell',
  requestTitle: 'PowerShell',
  environment: (base) => `$env:OPENAI_BASE_URL = '${base}'\n$env:OPENAI_API_KEY = '${keyPlaceholder}'\n`,
  // not by curl, because Windows PowerShell drops quotes from the arguments of programs
  request: (base, model) => `$answer = Invoke-RestMethod ${base}/chat/completions -Method Post \`
  -Headers @{ Authorization = 'Bearer ${keyPlaceholder}' } \`
  -ContentType 'application/json; charset=utf-8' \`
  -Body ${powershellWord(firstRequest(model))}
$answer.choices[0].message.content
`,
  throughProxy: (proxy, url) => `curl.exe --proxy ${proxy} ${powershellWord(url)}`,
};

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

function isDirectKeyNeeded({ keyOnDirect, canTellUser }: SnippetFacts): boolean {
  return keyOnDirect === 'always' || (keyOnDirect === 'where-needed' && !canTellUser);
}

function generic(base: string, facts: SnippetFacts): string {
  const { model, mode } = facts;
  const key = mode === 'proxy' || isDirectKeyNeeded(facts) ? keyPlaceholder : localApiText.anyKey(keyPlaceholder);
  return `Base URL: ${base}\nAPI key: ${key}\nModel: ${model}\nModels: GET ${base}/models\n`;
}
