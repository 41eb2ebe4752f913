import { spawn } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../build/set-up/places.mjs';
import { place, start } from './headless-fixture.ts';

/** A program that sends one request as Claude Code does, notes what it was given, and exits with 7. */
const program = `#!${process.execPath}
const { writeFileSync } = require('node:fs');
const { ANTHROPIC_BASE_URL: base, ANTHROPIC_AUTH_TOKEN: key, ANTHROPIC_MODEL: model } = process.env;
const body = JSON.stringify({ model, max_tokens: 500, messages: [{ role: 'user', content: 'What is 6 * 7?' }] });
const headers = { 'content-type': 'application/json', authorization: 'Bearer ' + key };
fetch(base + '/v1/messages', { method: 'POST', headers, body }).then(async (response) => {
  writeFileSync(process.env.NOTES, JSON.stringify({ args: process.argv.slice(2), base, key, model, answer: await response.text() }));
  process.exit(7);
});
`;

async function launch(args: readonly string[], environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [path.join(root, 'build/tasks/headless.ts'), 'launch', ...args], {
    env: { ...process.env, HOME: '/nonexistent', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, output, errors };
}

test('starts a program with a key of its own that ends with it, and passes arguments and the exit code on', async () => {
  const { words, folder, demo } = await place('proxy');
  const running = start([...words, '--token-env', 'TOKEN'], { TOKEN: demo.token });
  await running.line('local-api', { state: 'listening' });
  await writeFile(path.join(folder, 'claude'), program);
  await chmod(path.join(folder, 'claude'), 0o755);
  const notes = path.join(folder, 'notes.json');
  const port = words.at(-1) ?? '';
  const environment = { PATH: folder, NOTES: notes };
  const { code, errors } = await launch(
    ['claude', '--data', folder, '--port', port, '--model', 'beta-4-scout', '--', '-p', 'Hello'],
    environment,
  );
  expect(errors).toContain('Starting Claude Code with beta-4-scout');
  expect(code).toBe(7);
  const given = JSON.parse(await readFile(notes, 'utf8'));
  expect(given).toMatchObject({
    args: ['--model', 'beta-4-scout', '-p', 'Hello'],
    base: `http://127.0.0.1:${port}`,
    model: 'beta-4-scout',
  });
  expect(given.answer).toContain('**42**');
  const ask = () => fetch(`${given.base}/v1/messages`, { method: 'POST', headers: { authorization: `Bearer ${given.key}` }, body: '{}' });
  await expect.poll(async () => (await ask()).status).toBe(401);
});

test.each([
  [['nano'], 64, 'Use one of these: opencode, claude, codex'],
  [['codex'], 69, 'Install it with: npm install -g @openai/codex'],
  [['claude'], 69, 'Causeway isn’t running'],
  [['claude', '--modle', 'x'], 64, 'Put the program’s own arguments after --.'],
])('says what is missing for %j', async (args, code, sentence) => {
  const { folder } = await place('direct');
  await writeFile(path.join(folder, 'claude'), program);
  await chmod(path.join(folder, 'claude'), 0o755);
  const ended = await launch([...args, ...(code === 69 ? ['--data', folder, '--port', '1'] : [])], { PATH: folder });
  expect([ended.code, ended.errors]).toEqual([code, expect.stringContaining(sentence)]);
});

test('lists the programs and which of them are installed', async () => {
  const { folder } = await place('direct');
  await writeFile(path.join(folder, 'claude'), program);
  await chmod(path.join(folder, 'claude'), 0o755);
  const { output } = await launch([], { PATH: folder });
  expect(output).toMatch(/claude +Claude Code\n/);
  expect(output).toMatch(/codex +Codex \(not installed\)\n/);
});
