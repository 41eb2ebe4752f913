import { spawn, type ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../../build/set-up/places.mjs';
import { startDemo, type Demo } from '../../../electron/core/demo/demo.ts';
import { exportProfile } from '../../../electron/core/profiles/profiles.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A service of somebody's, and the words that lead to it. */
interface Place {
  readonly demo: Demo;
  readonly folder: string;
  readonly words: readonly string[];
}

async function place(mode: 'proxy' | 'direct'): Promise<Place> {
  const folder = await temporaryFolder();
  const caFile = path.join(folder, 'authority.pem');
  const demo = await startDemo({ speed: 'unlimited', caFile });
  onTestFinished(demo.close);
  const file = path.join(folder, 'lab.causeway.json');
  const { instance } = demo.profile();
  const profile = { ...demo.profile(), id: 'lab', mode, instance, directRoute: 'tunnel' } as const;
  await writeFile(file, exportProfile(profile, []));
  const port = await freePort();
  return { demo, folder, words: ['--profile', file, '--ca-file', caFile, '--data', folder, '--port', String(port)] };
}

/** Causeway in a terminal nobody sits at. */
interface Running {
  readonly child: ChildProcess;
  readonly lines: readonly Record<string, unknown>[];
  readonly line: (event: string, looks?: object) => Promise<Record<string, unknown>>;
  readonly ended: Promise<number | null>;
}

function start(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  stdio: readonly ('ignore' | 'pipe')[] = [],
): Running {
  const child = spawn(process.execPath, [path.join(root, 'build/tasks/headless.ts'), ...words], {
    env: { ...process.env, HOME: '/nonexistent', SSH_AUTH_SOCK: '', ...environment },
    stdio: ['ignore', 'pipe', 'inherit', ...stdio],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: Record<string, unknown>[] = [];
  const waiting = new Set<() => void>();
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (text) => {
      lines.push(JSON.parse(text) as Record<string, unknown>);
      for (const look of waiting) look();
    });
  }
  const line: Running['line'] = (event, looks = {}) =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = lines.find((each) => each['event'] === event && Object.entries(looks).every(([name, value]) => each[name] === value));
        if (!found) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, lines, line, ended };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function chat(port: unknown, key = 'any'): Promise<Response> {
  return fetch(`http://127.0.0.1:${String(port)}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: 'beta-4-scout', messages: [{ role: 'user', content: 'Hello' }] }),
  });
}

test('it serves the direct engines through the tunnel, and SIGTERM ends it in order', async () => {
  const { demo, words } = await place('direct');
  const running = start([...words, '--host-key', demo.instance.fingerprint(), '--password-env', 'LAB_PASSWORD'], {
    LAB_PASSWORD: demo.instance.password,
  });
  const { port } = await running.line('agent', { state: 'listening' });
  const answer = await chat(port);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ model: 'beta-4-scout' });
  await running.line('connection', { tunnel: 'ready' });
  running.child.kill('SIGTERM');
  expect(await running.ended).toBe(0);
});

test('--check names what is wrong and ends with a code scripts can use', async () => {
  const { demo, words } = await place('direct');
  const unknownKey = start([...words, '--check']);
  expect(await unknownKey.ended).toBe(77);
  expect(await unknownKey.line('question')).toMatchObject({ question: { kind: 'host-key' } });

  const given = [...words, '--check', '--host-key', demo.instance.fingerprint(), '--password-env', 'PW'];
  const wrong = start(given, { PW: 'wrong' });
  expect(await wrong.ended).toBe(77);

  const good = start(given, { PW: demo.instance.password });
  expect(await good.ended).toBe(0);
  expect(await good.line('check')).toMatchObject({ verdict: 'Everything works.' });
});

test('a token comes from a file descriptor, and is nowhere in the arguments', async () => {
  const { demo, words } = await place('proxy');
  const running = start([...words, '--check', '--token-fd', '3'], {}, ['pipe']);
  const descriptor = running.child.stdio[3];
  if (!descriptor || !('end' in descriptor)) throw new Error('no descriptor');
  descriptor.end(`${demo.token}\n`);
  expect(await running.ended).toBe(0);
  expect(running.child.spawnargs.join(' ')).not.toContain(demo.token);
  expect(JSON.stringify(running.lines)).not.toContain(demo.token);
});

test('a port that is taken ends it, and it says so', async () => {
  const { words } = await place('proxy');
  const port = Number(words.at(-1));
  const holder = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void holder.close());
  const running = start(words);
  expect(await running.ended).toBe(69);
  expect(await running.line('failure')).toMatchObject({ code: 'port-taken' });
});

test('a profile that is not there', async () => {
  const running = start(['--profile', 'nobody', '--data', await temporaryFolder()]);
  expect(await running.ended).toBe(78);
});
