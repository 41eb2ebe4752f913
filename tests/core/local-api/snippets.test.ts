import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { snippetsFor } from '../../../electron/core/local-api/snippets.ts';
import { parseBaseUrl } from '../../../electron/core/llm-client/llm-client.ts';

/** A service of an imported profile whose names would run commands in a shell. */
const hostile = parseBaseUrl("https://models.example.org/;echo$IFS'broken'$(id)&");

test.each(['curl', 'https-proxy'])('runs nothing but curl in the %s snippet, whatever names the profile or the service has', (id) => {
  if (!hostile.ok) throw new Error('not a base URL');
  const snippets = snippetsFor({ port: 7333, mode: 'direct', model: "m'; id; '", segment: 's', baseUrl: hostile.value.baseUrl });
  const text = snippets.find((snippet) => snippet.id === id)?.text ?? '';
  const output = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "called with $#"; }\n${text}`], { encoding: 'utf8' });
  expect(output).toBe(id === 'curl' ? 'called with 7\n' : 'called with 1\n');
});
