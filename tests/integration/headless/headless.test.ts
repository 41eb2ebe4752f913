import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../../build/set-up/places.mjs';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { chat, place, start, type Running, makeKey } from './headless-fixture.ts';

/** Waits for the tunnel, because on a busy machine it may take longer than a first request waits. */
async function tunnelIsUp(running: Running): Promise<void> {
  await running.line('connection', { tunnel: 'ready' });
}

test('serves the direct engines through the tunnel, and exits cleanly on SIGTERM', async () => {
  const { demo, words } = await place('direct');
  const running = start([...words, '--host-key', demo.instance.fingerprint(), '--password-env', 'LAB_PASSWORD'], {
    LAB_PASSWORD: demo.instance.password,
  });
  const { port } = await running.line('local-api', { state: 'listening' });
  await tunnelIsUp(running);
  const answer = await chat(port);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ model: 'beta-4-scout' });
  running.child.kill('SIGTERM');
  expect(await running.ended).toBe(0);
});

test('reports a taken port and exits', async () => {
  const { words } = await place('proxy');
  const port = Number(words.at(-1));
  const holder = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void holder.close());
  const running = start(words);
  expect(await running.ended).toBe(69);
  expect(await running.line('failure')).toMatchObject({ code: 'port-taken' });
});

test.for([
  ['a folder that can’t be made', '/proc/causeway/data'],
  ['a file', '/etc/passwd'],
] as const)('reports %s in place of the data folder in a sentence', async ([, data]) => {
  const running = start(['--profile', 'demo', '--data', data]);
  expect(await running.ended).toBe(73);
  expect(await running.line('failure')).toMatchObject({ code: 'storage', remedy: expect.stringContaining('--data') as string });
});

test('exits when the shell that npm starts around it is killed by a signal', async () => {
  const { words } = await place('proxy');
  const shell = ['sh', '-c', '"$0" "$@"; exit $?', process.execPath, path.join(root, 'build/run.mjs'), 'headless'] as const;
  const running = start(words, { npm_lifecycle_event: 'headless' }, [], shell);
  await running.line('local-api', { state: 'listening' });
  running.child.kill('SIGTERM');
  const { stdout } = running.child;
  if (stdout) await once(stdout, 'close');
  expect(stdout?.closed).toBe(true); // no reader is left
});

test('reports a missing profile file', async () => {
  const running = start(['--profile', 'nobody', '--data', await temporaryFolder()]);
  expect(await running.ended).toBe(78);
});

/** Starts a stream through the tunnel that stalls until it is released. */
async function streaming(): Promise<{ readonly running: Running; readonly answer: Response; readonly release: () => void }> {
  const { demo, words } = await place('direct');
  const running = start([...words, '--host-key', demo.instance.fingerprint(), '--password-env', 'PW'], { PW: demo.instance.password });
  const { port } = await running.line('local-api', { state: 'listening' });
  await tunnelIsUp(running);
  const release = demo.fault({ kind: 'stall', after: 2, endpoint: 'chat' });
  return { running, answer: await chat(port, { stream: true }), release };
}

test('waits for a running answer on SIGTERM, and says so', async () => {
  const { running, answer, release } = await streaming();
  running.child.kill('SIGTERM');
  expect(await running.line('ending')).toMatchObject({ underWay: 1 });
  release();
  expect(await answer.text()).toMatch(/\[DONE\]\s*$/);
  expect(await running.ended).toBe(0);
});

test('aborts a running answer on a second signal', async () => {
  const { running, answer } = await streaming();
  running.child.kill('SIGTERM');
  await running.line('ending');
  running.child.kill('SIGTERM');
  await expect(answer.text()).rejects.toThrow('terminated');
  expect(await running.ended).toBe(0);
});

test('requires a local key for the proxy, which --new-key creates, shows once and replaces by name', async () => {
  const { demo, words } = await place('proxy');
  const make = () => makeKey(words);
  const [former, key] = [await make(), await make()];
  const running = start([...words, '--token-env', 'LAB_TOKEN'], { LAB_TOKEN: demo.token });
  const { port } = await running.line('local-api', { state: 'listening' });
  const answers = [await chat(port, { key }), await chat(port, { key: former }), await chat(port)];
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 401]);
  // there is no window to create a key in
  for (const refused of answers.slice(1)) expect(await refused.text()).toMatch(/^(?!.*Connection screen).*--new-key/s);
  expect(JSON.stringify(running.lines)).not.toContain(key);
});

test('accepts a key created while it serves at once, and rejects the one it replaces', async () => {
  const { demo, words } = await place('proxy');
  const make = () => makeKey(words);
  const serveOnce = async (keys: readonly string[], between: () => Promise<string>): Promise<readonly number[]> => {
    const running = start([...words, '--token-env', 'LAB_TOKEN'], { LAB_TOKEN: demo.token });
    const { port } = await running.line('local-api', { state: 'listening' });
    const statuses: number[] = [];
    for (const key of keys) statuses.push((await chat(port, { key })).status);
    const made = await between();
    await expect.poll(async () => (await chat(port, { key: made })).status).toBe(200);
    for (const key of keys) await expect.poll(async () => (await chat(port, { key })).status).toBe(401);
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    return statuses;
  };
  const former = await make();
  let key = '';
  expect(await serveOnce([former], async () => (key = await make()))).toEqual([200]);
  expect(await serveOnce([key, former], make)).toEqual([200, 401]);
});

test('says how to create a key if one is required and none exists', async () => {
  const { demo, words } = await place('proxy');
  const running = start([...words, '--token-env', 'LAB_TOKEN'], { LAB_TOKEN: demo.token });
  expect(await running.line('no-key')).toMatchObject({ remedy: expect.stringContaining('--new-key') as string });
});

test('reports a missing or wrong token at the start, with the flag for it', async () => {
  const { words } = await place('proxy');
  const missing = await start(words).line('failure');
  expect(missing).toMatchObject({ code: expect.stringMatching(/^(token|keychain)-missing$/) as string });
  expect(missing['remedy']).toContain('--token-env');
  const other = await place('proxy');
  const wrong = await start([...other.words, '--token-env', 'T'], { T: 'sk-wrong-token-12345' }).line('failure');
  expect(wrong).toMatchObject({ code: 'token-refused', remedy: expect.stringContaining('--token-env') as string });
});

test('sets limits for one run by flags', async () => {
  const { demo, words } = await place('direct');
  const login = ['--host-key', demo.instance.fingerprint(), '--password-env', 'PW'];
  const running = start([...words, ...login, '--max-requests', '1', '--allow-origin', 'https://app.example.org'], {
    PW: demo.instance.password,
  });
  const { port } = await running.line('local-api', { state: 'listening' });
  const page = await fetch(`http://127.0.0.1:${String(port)}/healthz`, { headers: { origin: 'https://app.example.org' } });
  expect(page.headers.get('access-control-allow-origin')).toBe('https://app.example.org');
  await tunnelIsUp(running);
  demo.fault({ kind: 'stall', after: 2, endpoint: 'chat' });
  const first = await chat(port, { stream: true });
  expect(first.status).toBe(200);
  const second = await chat(port);
  expect([second.status, await second.text()]).toEqual([429, expect.stringContaining('without a local key')]);
});

test('reports a missing token to a program with the command line’s remedy', async () => {
  const { words } = await place('proxy');
  const key = await makeKey(words);
  const running = start(words);
  const { port } = await running.line('local-api', { state: 'listening' });
  // no token, or no keychain on this machine
  expect(await (await chat(port, { key })).text()).toMatch(/"(token_missing|keychain_unavailable)".*--token-env/s);
});

test('prints wrong flags apart from the output, which programs read', async () => {
  const running = start(['--porty']);
  expect(await running.ended).toBe(64);
  expect(running.lines).toEqual([]);
});
