import { randomUUID } from 'node:crypto';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import packageJson from '../../package.json' with { type: 'json' };
import { plainConversationSettings } from '../../electron/contract/constants.ts';
import { root } from '../../build/set-up/places.mjs';
import type { HostMessage, PageMessage } from '../../electron/contract/browser-channel.ts';
import type { TurnStarted } from '../../electron/contract/chat-turn.ts';
import type { Result } from '../../electron/contract/failure.ts';
import type { FailureReason } from '../../electron/contract/failures/catalogue.ts';
import type { StoredAnswer } from '../../electron/contract/history.ts';
import { detectTable } from '../../electron/core/runs/data/detect-table.ts';
import type { RunStore } from '../../electron/core/runs/store/run-store.ts';
import { killGroup } from '../../electron/core/shared/process-group.ts';
import { createWorkerClient } from '../../electron/core/shared/sqlite/worker-client.ts';
import { deriveKey } from '../../electron/core/tunnel/authentication/ppk.ts';
import { recipe, result } from '../core/runs/store/open-test-store.ts';
import { ask, useLink } from '../support/browser-shell.ts';
import { descendants } from '../support/descendants.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { isAlive } from '../support/is-alive.ts';
import { must } from '../support/must.ts';
import { removeFolder } from '../support/remove-folder.ts';
import type * as Documents from '../../electron/core/documents/documents.ts';
import { paragraph, writeDocx } from '../support/documents/office-writer.ts';
import { writePdf } from '../support/documents/pdf-writer.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const output = mkdtempSync(path.join(os.tmpdir(), 'causeway-server-'));
const archive = path.join(output, `causeway-server-${packageJson.version}.tgz`);
const unpacked = path.join(output, 'package');

beforeAll(() => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build/tasks/dist.ts', '--server', '--output', output], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stdout + stderr);
  execFileSync('tar', ['-xzf', archive], { cwd: output });
});
afterAll(() => removeFolder(output));

/** Starts a program with no environment but a home folder. */
function start(command: string, args: readonly string[], home: string, environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(command, args, {
    cwd: home,
    env: { HOME: home, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // its own group, so that what npx starts is killed with it
  });
  onTestFinished(() => killGroup(child, 'SIGKILL'));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  const link = (): Promise<string> =>
    eventually(() => {
      const [found] = /http:\/\/127\.0\.0\.1:\d+\/open#\S+/.exec(output) ?? [];
      if (found === undefined) throw new Error(`There is no link in:\n${output}`);
      return found;
    });
  return { child, ended, output: () => output, link };
}

async function startServer(home: string) {
  return start(process.execPath, [path.join(unpacked, 'causeway-server.cjs'), '--browser-port', String(await freePort())], home);
}

/** Opens a link as a browser does, and returns the cookies. */
async function signIn(link: string): Promise<{ readonly origin: string; readonly cookie: string }> {
  const { origin } = new URL(link);
  const { status, headers } = await useLink(origin, link);
  expect(status).toBe(204);
  return { origin, cookie: (headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ') };
}

/** Sends a message over a page's channel, and waits for the finished answer. */
async function chat(origin: string, cookie: string): Promise<StoredAnswer> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/channel`, { headers: { cookie }, origin });
  onTestFinished(() => socket.terminate());
  const received: HostMessage[] = [];
  const send = (message: PageMessage) => socket.send(JSON.stringify(message));
  socket.once('open', () => socket.send(JSON.stringify({ page: 'a'.repeat(32) })));
  socket.on('message', (text: Buffer) => received.push(JSON.parse(text.toString('utf8')) as HostMessage));
  await eventually(() => expect(received).not.toEqual([]));
  const input = {
    conversationId: randomUUID(),
    messageId: randomUUID(),
    parentId: null,
    text: 'What is Causeway?',
    attachments: [],
    settings: { ...plainConversationSettings, model: 'beta-4-scout' },
  };
  send({ kind: 'request', request: { kind: 'call', id: 1, route: 'chat.send', input } });
  const started = await eventually(() => {
    const answer = received.find((message) => message.kind === 'answer');
    if (!answer) throw new Error('no answer to the call');
    return must(answer.result as Result<TurnStarted>);
  });
  return eventually(() => {
    const messages = received
      .flatMap((message) => (message.kind === 'events' ? message.batch : []))
      .flatMap(({ event, payload }) => (event === 'chat.message' ? [payload] : []));
    const answer = messages.findLast((message) => message.id === started.messageId);
    if (answer?.role !== 'assistant' || answer.state === 'running') throw new Error('the answer is not complete');
    return answer;
  });
}

describe('the server package', () => {
  test('contains only what it runs: no Electron, tests or dependencies to install', () => {
    const files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
    const known = /^(package\.json|README\.md|LICENSES?|causeway-server\.cjs|(main|renderer|renderer\/assets|native)(\/.*)?)$/;
    expect(files.filter((file) => !known.test(file))).toEqual([]);
    expect(files.filter((file) => /\.map$|\.tsx?$|gallery|bench|preload\.cjs|tray|main\.js/.test(file))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['index', 'mermaid'].map((page) => `renderer/${page}.html`)));
    const about = JSON.parse(readFileSync(path.join(unpacked, 'package.json'), 'utf8')) as object;
    expect(about).toMatchObject({ name: 'causeway-server', version: packageJson.version, engines: { node: '>=24' } });
    expect(Object.keys(about).filter((key) => key.endsWith('ependencies') || key === 'scripts')).toEqual([]);
    const size = files.map((file) => statSync(path.join(unpacked, file))).reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
    console.log(`archive: ${(statSync(archive).size / 2 ** 20).toFixed(1)} MiB, unpacked: ${(size / 2 ** 20).toFixed(1)} MiB`);
  });

  test('is ASCII in Node’s scripts (catches a character that doubles the memory of a script’s text)', () => {
    const scripts = readdirSync(path.join(unpacked, 'main'))
      .filter((file) => file.endsWith('.js'))
      .map((file) => path.join(unpacked, 'main', file));
    expect(scripts.length).toBeGreaterThan(10);
    expect(scripts.filter((file) => readFileSync(file).some((byte) => byte > 127))).toEqual([]);
  });

  test('includes the licence of every bundled package', () => {
    const text = readFileSync(path.join(unpacked, 'LICENSES'), 'utf8');
    for (const name of ['react', 'ssh2', 'undici', 'ws', 'zod', 'bcrypt-pbkdf', 'katex', 'mermaid', 'highlight.js'])
      expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
    for (const part of text.split(/^-{80}$/m)) expect(part.trim().split('\n').length, part).toBeGreaterThan(2);
  });

  // catches an import that makes the first page wait for the schemas or the failure texts of the whole program
  test('starts without zod and the failures of the service', () => {
    const main = path.join(unpacked, 'main');
    const loaded = new Map<string, string>();
    const load = (name: string): void => {
      if (loaded.has(name)) return;
      const code = readFileSync(path.join(main, name), 'utf8');
      loaded.set(name, code);
      for (const [, imported = ''] of code.matchAll(/\b(?:from|import)"\.\/([^"]+)"/g)) load(imported);
    };
    load(readdirSync(main).find((name) => name.startsWith('start-server-')) ?? 'start-server');
    const unwanted = ['ZodError', 'base-url-empty' satisfies FailureReason];
    expect([...loaded].filter(([, code]) => unwanted.some((word) => code.includes(word))).map(([name]) => name)).toEqual([]);
  });

  test('serves its window to a browser, answers a question, and shuts down cleanly', async () => {
    const home = await temporaryFolder();
    const server = await startServer(home);
    const { origin, cookie } = await signIn(await server.link());
    const page = await ask(origin, '/index.html', { headers: { cookie } });
    expect(page.status).toBe(200);
    const script = /src="\.\/(assets\/[^"]+\.js)"/.exec(page.body)?.[1];
    expect((await ask(origin, `/${script}`, { headers: { cookie } })).headers['content-type']).toContain('javascript');

    expect(await chat(origin, cookie)).toMatchObject({ state: 'complete', failure: null });

    const second = start(process.execPath, [path.join(unpacked, 'causeway-server.cjs')], home);
    const fresh = await second.link();
    expect(await second.ended).toBe(0);
    await signIn(fresh);

    const children = await descendants(server.child.pid ?? 0);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    await eventually(async () => expect((await Promise.all(children.map(isAlive))).some(Boolean)).toBe(false));
    await expect(ask(origin, '/')).rejects.toThrow('ECONNREFUSED');

    const again = await startServer(home);
    await signIn(await again.link());
    again.child.kill('SIGTERM');
    expect(await again.ended).toBe(0);
  });

  test('runs by npx without a network, and exits with it', async () => {
    const home = await temporaryFolder();
    cpSync(archive, path.join(home, path.basename(archive)));
    const search = [path.dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(path.delimiter);
    const args = ['--yes', `./${path.basename(archive)}`, '--browser-port', String(await freePort())];
    const npx = start('npx', args, home, { PATH: search, npm_config_offline: 'true' });
    const { origin, cookie } = await signIn(await npx.link());
    expect((await ask(origin, '/index.html', { headers: { cookie } })).status).toBe(200);
    npx.child.kill('SIGTERM');
    await npx.ended;
    await eventually(() => expect(ask(origin, '/')).rejects.toThrow('ECONNREFUSED'));
  });

  const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find(
    (file) => existsSync(file) && Number(execFileSync(file, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' })) < 24,
  );
  test.runIf(oldNode)('reports a Node that is too old in one sentence', async () => {
    const old = start(oldNode ?? '', [path.join(unpacked, 'causeway-server.cjs')], await temporaryFolder());
    expect(await old.ended).toBe(1);
    // the last output may be read after the exit
    await eventually(() => expect(old.output()).toMatch(/^Causeway needs Node 24 or newer, and this is Node [\d.]+\. .+\.\n$/));
  });
});

// Catches a worker that imports a package which is not bundled.
test.each([
  { kind: 'bcrypt', rounds: 2 },
  { kind: 'argon2', flavour: 'argon2id', memory: 64, passes: 1, parallelism: 1 },
] as const)('derives the key of a key file ($kind) in a worker without installed packages', async (parameters) => {
  const folder = path.join(unpacked, 'main');
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) => name.includes('derive-key-worker'));
  const derivation = { passphrase: 'a passphrase', salt: Buffer.from('0123456789abcdef'), length: 48, ...parameters };
  const worker = new Worker(path.join(folder, file ?? ''), { workerData: derivation });
  const [derived] = (await once(worker, 'message')) as [Uint8Array];
  await worker.terminate();
  expect(derived).toEqual(new Uint8Array((await deriveKey(derivation, new AbortController().signal)) ?? []));
});

// Catches a reader of documents that is not bundled, and WebAssembly that isn't found beside it.
test('reads a PDF and a Word document in the worker of documents without installed packages', async () => {
  const main = path.join(unpacked, 'main');
  const chunk = readdirSync(main, { recursive: true, encoding: 'utf8' }).find((name) => /\bdocuments-[^/]*\.js$/.test(name)) ?? '';
  const { createDocuments } = (await import(pathToFileURL(path.join(main, chunk)).href)) as typeof Documents;
  const documents = createDocuments({ onBug: (error) => expect.fail(String(error)) });
  const read = async (name: string, bytes: Uint8Array): Promise<string> => {
    let text = '';
    const onParts = (parts: readonly { readonly text: string }[]): void => void (text += parts.map((part) => part.text).join(' '));
    must(await documents.read({ name, bytes }, { signal: new AbortController().signal, onParts }));
    return text;
  };
  expect(await read('paper.pdf', writePdf([{ texts: [{ x: 72, y: 700, text: 'Quiet rivers' }] }]))).toBe('Quiet rivers');
  expect(await read('notes.docx', writeDocx(paragraph('Quiet rivers')))).toBe('Quiet rivers');
});

// Catches a reader or writer of tables that is not bundled: each is loaded by the worker that owns the database.
test('reads and exports tables in the worker of runs without installed packages', async () => {
  const home = await temporaryFolder();
  const main = path.join(unpacked, 'main');
  const script = readdirSync(main, { recursive: true, encoding: 'utf8' }).find((name) => name.includes('store-worker')) ?? '';
  const { store, close } = createWorkerClient<RunStore, undefined>({
    name: 'runs',
    file: path.join(home, 'runs.db'),
    workerUrl: pathToFileURL(path.join(main, script)),
    now: () => Date.now(),
    onOpened: (failure) => expect(failure).toBeUndefined(),
    onChanges: () => undefined,
    onBug: (error) => expect.fail(String(error)),
  });
  onTestFinished(close);
  const importInto = async (id: string, file: string): Promise<readonly string[]> => {
    must(await store.create({ id, recipe, fingerprint: null }));
    const detected = await detectTable(file);
    if (detected.kind === 'problem') throw new Error(detected.problem.kind);
    const table = { id, path: file, fileName: path.basename(file), folder: null, options: detected.options };
    expect(must(await store.importTable(table))).toMatchObject({ rows: 1, problems: [] });
    return must(await store.row({ id, row: 1 })).values;
  };
  // semicolons and Latin-1, so that the delimiter and the encoding are found
  const csv = path.join(home, 'rows.csv');
  writeFileSync(csv, Buffer.from('city;text\nKöln;Grüße aus Köln, schöne Straßen und Häuser\n', 'latin1'));
  expect(await importInto('csv', csv)).toEqual(['Köln', 'Grüße aus Köln, schöne Straßen und Häuser']);
  must(await store.saveResults({ id: 'csv', results: [result(1, 0, 'an answer')], requests: 1, refused: 0, tokens: 0, runningMs: 1 }));

  const workbook = path.join(home, 'results.xlsx');
  must(await store.exportTo({ id: 'csv', format: 'xlsx', file: workbook }));
  const exported = await importInto('xlsx', workbook);
  expect(exported).toContain('Köln');
});
