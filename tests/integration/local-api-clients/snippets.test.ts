import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { keyPlaceholder } from '../../../electron/contract/constants.ts';
import type { RequestRecord } from '../../support/demo/demo.ts';
import { root } from '../../../build/set-up/places.mjs';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { expectThroughTunnel, useClientFixture, thinker, unproxied, type ClientFixture } from './client-fixture.ts';

const here = useClientFixture();
const run = promisify(execFile);

/** A snippet as the window shows it. */
function snippet({ core }: ClientFixture, id: string): string {
  const { snippets } = core.localApi.read();
  const found = snippets.find((each) => each.id === id);
  if (!found) throw new Error(`no snippet ${id} among ${snippets.map((each) => each.id).join(', ')}`);
  return found.text;
}

/** Inserts the key, as a user does. */
function filledIn(fixture: ClientFixture, id: string): string {
  const text = snippet(fixture, id);
  expect(text).not.toContain(fixture.key);
  return text.replaceAll(keyPlaceholder, fixture.key);
}

async function shell(text: string, environment: Readonly<Record<string, string>> = {}): Promise<string> {
  const { stdout } = await run('sh', ['-eu', '-c', text], { env: { ...unproxied(process.env), ...environment } });
  return stdout;
}

/** Sends the request that a program sends with the settings a user has entered. */
async function expectWorks(base: string, key: string, model: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const models = (await (await fetch(`${base}/models`, { headers })).json()) as { readonly data: readonly { readonly id: string }[] };
  expect(models.data.map(({ id }) => id)).toContain(model);
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] });
  const answer = await fetch(`${base}/chat/completions`, { method: 'POST', headers, body });
  expect(await answer.json()).toMatchObject({ model, choices: [{ message: { role: 'assistant' } }] });
}

/** Returns the last request besides model lists, which are read in the background after a change of mode. */
function lastAnswer({ demo }: ClientFixture): RequestRecord | undefined {
  return demo.requests().findLast(({ endpoint }) => endpoint !== 'models');
}

/** Returns the value of a name, if each is on its own line. */
function valueIn(text: string, name: string): string {
  const value = new RegExp(`^\\s*(?:- )?${name}: (.*)$`, 'm').exec(text)?.[1];
  if (value === undefined) throw new Error(`no ${name} in ${text}`);
  return value.startsWith('"') ? String(JSON.parse(value)) : value;
}

test('covers every snippet, with the current port and a placeholder for the key', async () => {
  const fixture = here();
  const { snippets } = fixture.core.localApi.read();
  expect(snippets.map(({ id }) => id)).toEqual([
    'environment',
    'curl',
    'python',
    'typescript',
    'continue',
    'cline',
    'generic',
    'https-proxy',
  ]);
  for (const { id, text } of snippets) {
    expect(text, id).toContain(`127.0.0.1:${fixture.port}`);
    expect(text, id).not.toContain(fixture.key);
    expect(text, id).not.toMatch(/export \w*PROXY/); // it would affect every other program of that shell
  }
});

test('environment variables work in a shell with the programs that read them', async () => {
  const fixture = here();
  const call = 'curl -q -sS "$OPENAI_BASE_URL/models" -H "Authorization: Bearer $OPENAI_API_KEY"';
  expect(await shell(`${filledIn(fixture, 'environment')}${call}`)).toContain(thinker);
  const script = "import OpenAI from 'openai'; console.log((await new OpenAI().models.list()).data.map(({ id }) => id).join())";
  const program = path.join(await withPackages(), 'list.mjs');
  await writeFile(program, script);
  expect(await shell(`${filledIn(fixture, 'environment')}'${process.execPath}' '${program}'`)).toContain(thinker);
});

test.for(['direct', 'proxy'] as const)('curl works as copied into a terminal, mode %s', async (mode) => {
  const fixture = here();
  await fixture.setMode(mode);
  onTestFinished(() => fixture.setMode('direct'));
  expect(JSON.parse(await shell(filledIn(fixture, 'curl')))).toMatchObject({ choices: [{ message: { role: 'assistant' } }] });
  expect(lastAnswer(fixture)).toMatchObject({ mode });
});

test('TypeScript works in a Node that has the openai package', async () => {
  const fixture = here();
  const program = path.join(await withPackages(), 'snippet.mts');
  await writeFile(program, filledIn(fixture, 'typescript'));
  const { stdout } = await run(process.execPath, ['--no-warnings', program], { env: unproxied(process.env) });
  expect(stdout.trim()).not.toBe('');
  expectThroughTunnel(fixture);
});

/** Creates a folder whose programs find the packages of this project. */
async function withPackages(): Promise<string> {
  const folder = await temporaryFolder();
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

/** The part of the openai package that the snippet uses, for computers without it. It tests the rest of the snippet. */
const standIn = `import json, types, urllib.request

class OpenAI:
    def __init__(self, *, base_url, api_key):
        def create(*, model, messages):
            data = json.dumps({"model": model, "messages": messages}).encode()
            headers = {"Authorization": "Bearer " + api_key, "Content-Type": "application/json"}
            request = urllib.request.Request(base_url + "/chat/completions", data, headers)
            with urllib.request.urlopen(request) as answer:
                return json.load(answer, object_hook=lambda fields: types.SimpleNamespace(**fields))
        self.chat = types.SimpleNamespace(completions=types.SimpleNamespace(create=create))
`;

test('Python works with the openai package if it is installed', async ({ annotate }) => {
  const fixture = here();
  const isInstalled = await run('python3', ['-c', 'import openai']).then(
    () => true,
    () => false,
  );
  const folder = await temporaryFolder();
  if (!isInstalled) {
    await annotate('The openai package of Python is not installed, so a stand-in of its two calls was used.');
    await mkdir(path.join(folder, 'openai'));
    await writeFile(path.join(folder, 'openai/__init__.py'), standIn);
  }
  const program = path.join(folder, 'snippet.py');
  await writeFile(program, filledIn(fixture, 'python'));
  const { stdout } = await run('python3', [program], { env: unproxied(process.env) });
  expect(stdout.trim()).not.toBe('');
  expectThroughTunnel(fixture);
});

test("HTTPS_PROXY works for one command and doesn't affect the shell", async () => {
  const fixture = here();
  const text = snippet(fixture, 'https-proxy');
  expect(text).not.toMatch(/\bexport\b/);
  // A real service has a certificate that curl trusts. The demo's authority is passed to it.
  const after = 'echo "after: ${HTTPS_PROXY-unset}"';
  const output = await shell(`${text}\n${after}`, { CURL_CA_BUNDLE: fixture.caFile });
  expect(output).toContain(`"id":"${thinker}"`);
  expect(output).toContain('after: unset');
  expectThroughTunnel(fixture);
});

test('HTTPS_PROXY has the key if Direct mode needs one from every caller', async () => {
  const fixture = here();
  await fixture.core.localApi.change({ keyOnDirect: 'always' });
  onTestFinished(async () => void (await fixture.core.localApi.change({ keyOnDirect: 'where-needed' })));
  const output = await shell(filledIn(fixture, 'https-proxy'), { CURL_CA_BUNDLE: fixture.caFile });
  expect(output).toContain(`"id":"${thinker}"`);
});

test.for([
  ['continue', 'apiBase', 'apiKey', 'model'],
  ['cline', 'Base URL', 'API Key', 'Model ID'],
] as const)('the settings of %s reach the service', async ([id, base, key, model]) => {
  const fixture = here();
  const text = filledIn(fixture, id);
  await expectWorks(valueIn(text, base), valueIn(text, key), valueIn(text, model));
  expect(lastAnswer(fixture)).toMatchObject({ mode: 'direct', endpoint: 'chat', status: 200 });
});

test('the settings of any other program reach the service, with a key and with any text', async () => {
  const fixture = here();
  const text = filledIn(fixture, 'generic');
  const [base, model] = [valueIn(text, 'Base URL'), valueIn(text, 'Model')];
  const [key = '', hint] = valueIn(text, 'API key').split(' (');
  expect(hint).toContain('any text');
  await expectWorks(base, key, model);
  await expectWorks(base, 'any text', model);
  expect(valueIn(text, 'Models')).toBe(`GET ${base}/models`);
});
