import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Agent } from '../../../electron/core/agent/agent.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { newKey, testAgent } from './agent-fixture.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');
const placeholder = 'YOUR_LOCAL_KEY';

function snippet(agent: Agent, id: string): string {
  const found = agent.read().snippets.find((one) => one.id === id);
  if (!found) throw new Error(`there is no snippet ${id}`);
  return found.text;
}

/** A folder in which the packages of the project are found. */
async function scriptFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(folder, { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
  return folder;
}

test('no snippet holds a key, and each names the port of now', async () => {
  const { agent, port } = await testAgent();
  const key = await newKey(agent);
  const { snippets } = agent.read();
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
    expect(text, id).toContain(`127.0.0.1:${port}`);
    expect(text, id).not.toContain(key);
    expect(text, id).not.toMatch(/export \w*PROXY/); // it would catch every other program of that shell
  }
});

test('the curl snippet works as it is, with the key in its place', async () => {
  const { agent, set } = await testAgent();
  set({ mode: 'proxy' });
  const text = snippet(agent, 'curl').replace(placeholder, await newKey(agent));
  const { stdout } = await run('sh', ['-c', `${text.trimEnd()} -sS`]);
  expect(JSON.parse(stdout)).toMatchObject({ object: 'chat.completion', choices: [{ message: { role: 'assistant' } }] });
});

test('the TypeScript snippet, and a client that knows only the environment variables, get an answer', async () => {
  const { agent, set } = await testAgent();
  set({ mode: 'proxy' });
  const key = await newKey(agent);
  const folder = await scriptFolder();
  await writeFile(path.join(folder, 'snippet.mts'), snippet(agent, 'typescript').replace(placeholder, key));
  expect((await run(process.execPath, [path.join(folder, 'snippet.mts')])).stdout.trim()).not.toBe('');
  await writeFile(
    path.join(folder, 'list.mjs'),
    `import OpenAI from 'openai';\nfor await (const model of new OpenAI().models.list()) console.log(model.id);\n`,
  );
  const exported = snippet(agent, 'environment').replace(placeholder, key);
  const { stdout } = await run('sh', ['-c', `${exported}\n"$NODE" "$SCRIPT"`], {
    env: { ...process.env, NODE: process.execPath, SCRIPT: path.join(folder, 'list.mjs') },
  });
  expect(stdout.trim().split('\n')).toEqual(['alpha-R1', 'beta-4-scout', 'gamma-oss-120b']);
});

test('the HTTPS_PROXY snippet reaches the unchanged address', async () => {
  const { agent, demo } = await testAgent();
  const ca = path.join(await temporaryFolder(), 'ca.pem');
  await writeFile(ca, demo.ca);
  const { stdout } = await run('sh', ['-c', snippet(agent, 'https-proxy')], {
    env: { ...process.env, CURL_CA_BUNDLE: ca, NO_PROXY: '', no_proxy: '' },
  });
  expect(JSON.parse(stdout)).toMatchObject({ data: [{ id: 'alpha-R1' }] });
  expect(demo.requests()).toMatchObject([{ isFromInstance: true }]);
});

test('the Python snippet is Python', async () => {
  const { agent } = await testAgent();
  const check = 'import ast, sys; print(len(ast.parse(sys.stdin.read()).body))';
  const child = run('python3', ['-c', check]);
  child.child.stdin?.end(snippet(agent, 'python'));
  expect(Number((await child).stdout)).toBe(4);
});
