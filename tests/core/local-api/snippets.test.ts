import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { keyPlaceholder } from '../../../electron/contract/constants.ts';
import { localApiText } from '../../../electron/core/local-api/api-errors.ts';
import { snippetsFor, type SnippetFacts } from '../../../electron/core/local-api/snippets.ts';
import { parseBaseUrl } from '../../../electron/core/llm-client/llm-client.ts';

/** A service of an imported profile whose names would run commands in a shell. */
const hostile = parseBaseUrl("https://models.example.org/;echo$IFS'broken'$(id)&");

const facts = {
  port: 7333,
  mode: 'direct',
  model: 'm',
  segment: 's',
  baseUrl: 'https://models.example.org',
  keyOnDirect: 'where-needed',
  canTellUser: true,
  platform: 'linux',
} as const;

function snippet(id: string, changed: Partial<SnippetFacts>): string {
  return snippetsFor({ ...facts, ...changed }).find((each) => each.id === id)?.text ?? '';
}

test.each(['curl', 'https-proxy'])('runs nothing but curl in the %s snippet, whatever names the profile or the service has', (id) => {
  if (!hostile.ok) throw new Error('not a base URL');
  const text = snippet(id, { model: "m'; id; '", baseUrl: hostile.value.baseUrl });
  const output = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "called with $#"; }\n${text}`], { encoding: 'utf8' });
  expect(output).toBe(id === 'curl' ? 'called with 7\n' : 'called with 1\n');
});

test('has variants for PowerShell on Windows, which knows neither export nor a backslash at the end of a line', () => {
  const windows = { platform: 'win32' } as const;
  expect(snippet('environment', windows)).toBe(
    `$env:OPENAI_BASE_URL = 'http://127.0.0.1:7333/v1'\n$env:OPENAI_API_KEY = '${keyPlaceholder}'\n`,
  );
  expect(snippet('curl', windows)).toContain('-Body \'{"model":"m",');
  expect(snippet('https-proxy', windows)).toContain("curl.exe --proxy http://127.0.0.1:7333 'https://models.example.org/s/v1/models'\n");
  for (const { text } of snippetsFor({ ...facts, ...windows })) expect(text).not.toMatch(/export |\\$|^curl /m);
});

// PowerShell takes typographic quotes for plain ones, and doubles any of them inside a word.
test.each(['curl', 'https-proxy'])('lets no name of a profile or service end its word in the %s snippet for PowerShell', (id) => {
  const name = "m'; id; ’; id; ‘; id";
  const text = snippet(id, { platform: 'win32', model: name, segment: name });
  expect(text).toContain("m''; id; ’’; id; ‘‘; id");
  expect(text.replaceAll(/'(?:[^'‘’‚‛]|['‘’‚‛]{2})*'/g, 'word')).not.toMatch(/id|['‘’‚‛]/);
});

test.each([
  [true, 'where-needed', true],
  [false, 'where-needed', false],
  [false, 'never', true],
  [true, 'always', false],
] as const)(
  'if users are told apart: %s, and a key is needed in direct mode: %s, says that any text works: %s',
  (canTellUser, keyOnDirect, isAnyText) => {
    const anyText = localApiText.anyKey(keyPlaceholder);
    expect(snippet('generic', { canTellUser, keyOnDirect }).includes(anyText)).toBe(isAnyText);
    expect(snippet('generic', { canTellUser, keyOnDirect, mode: 'proxy' })).not.toContain(anyText);
    expect(snippet('https-proxy', { canTellUser, keyOnDirect }).includes(`http://${keyPlaceholder}@127.0.0.1:7333`)).toBe(!isAnyText);
  },
);
