/**
 * `npm run clients`: fetches code assistants from the npm registry, and lets each of them work with the demo, and with engines that have the
 * flaws of `tests/support/demo/flaws.ts`. `-- pi claude` runs some of them.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { configuredPrograms } from '../../electron/core/client-programs/configured-programs.ts';
import { planSetUp } from '../../electron/core/client-programs/program-file.ts';
import { cacheFolder, root } from '../set-up/places.mjs';
import { run } from '../steps/command.ts';
import { codeAssistants, fileModel, type CodeAssistant } from './code-assistants.ts';

const secret = 'marzipan';
const clientMs = 120_000;
const wanted = process.argv.slice(2);
const clients = codeAssistants.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
const folder = path.join(cacheFolder(), 'clients');
await mkdir(folder, { recursive: true });
await writeFile(path.join(folder, 'package.json'), '{ "private": true }\n');
// Scripts of other packages in the tree don't run.
const fetched = await run('npm', [
  'install',
  '--no-audit',
  '--no-fund',
  '--ignore-scripts',
  '--prefix',
  folder,
  ...codeAssistants.map((each) => each.package),
]);
if (fetched !== 0) process.exit(fetched);
for (const { installer } of clients) {
  if (installer !== undefined) await run(process.execPath, [path.join(folder, 'node_modules', installer)]);
}

const work = await mkdtemp(path.join(os.tmpdir(), 'causeway-clients-'));
const file = path.join(work, 'note.txt');
await writeFile(file, `The secret word is ${secret}.\n`);
const environment = {
  ...process.env,
  HOME: work,
  PWD: work, // opencode takes it for the folder of its project
  PATH: `${path.join(folder, 'node_modules/.bin')}${path.delimiter}${process.env['PATH'] ?? ''}`,
};
const data = path.join(work, 'data');

/** A service with a local API in front of it. */
interface Served {
  readonly port: number;
  readonly processes: readonly ChildProcess[];
}

const rows: Record<string, Record<string, string>> = {};
for (const [name, serve] of [
  ['demo', serveDemo],
  ['flawed engines', serveFlawedEngines],
] as const) {
  const { port, processes } = await serve();
  try {
    for (const client of clients) rows[`${client.title} ${versionOf(client)}, ${name}`] = await tryClient(client, port);
  } finally {
    for (const each of processes) each.kill('SIGTERM');
  }
}
await rm(work, { recursive: true, force: true, maxRetries: 5 });
console.table(rows);
process.exit(Object.values(rows).some((row) => Object.values(row).includes('NO')) ? 1 : 0);

function versionOf(client: CodeAssistant): string {
  return client.package.slice(client.package.lastIndexOf('@') + 1);
}

/** Serves the demo's engines, which have chat completions, completions, models and a tokenizer, and no other dialect. */
async function serveDemo(): Promise<Served> {
  return serveLocalApi(['--profile', 'demo', '--mode', 'direct', '--port', '17334'], []);
}

/** Serves engines with flaws, and only what the service documents, as a service of its own. */
async function serveFlawedEngines(): Promise<Served> {
  const caFile = path.join(work, 'authority.pem');
  const service = startTask('demo', ['--json', '--flawed', '--ca-file', caFile]);
  const { baseUrl } = await readEvent<{ readonly baseUrl: string }>(service, (event) => event['baseUrl'] !== undefined);
  const profile = path.join(work, 'institute.json');
  const catalog = ['gamma-oss-120b', 'beta-4-scout'].map((segment) => ({ segment, engine: 'vllm', models: [] }));
  const text = { causewayProfile: 1, service: { name: 'Institute', baseUrl, catalog }, mode: 'direct', directRoute: 'straight' };
  await writeFile(profile, JSON.stringify(text));
  return serveLocalApi(['--profile', profile, '--ca-file', caFile, '--port', '17335'], [service]);
}

async function serveLocalApi(args: readonly string[], others: readonly ChildProcess[]): Promise<Served> {
  const server = startTask('headless', [...args, '--data', data, '--json']);
  const { port } = await readEvent<{ readonly port: number }>(server, (event) => event['state'] === 'listening');
  return { port, processes: [server, ...others] };
}

function startTask(name: string, args: readonly string[]): ChildProcess {
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  return spawn(process.execPath, [path.join(root, `build/tasks/${name}.ts`), ...args], { stdio: [...stdio], env: environment });
}

/** Returns the first JSON line of a process that fits. */
async function readEvent<T>({ stdout }: ChildProcess, fits: (event: Record<string, unknown>) => boolean): Promise<T> {
  if (stdout === null) throw new Error('The process has no output.');
  for await (const line of createInterface({ input: stdout })) {
    const event = JSON.parse(line) as Record<string, unknown>;
    if (fits(event)) return event as T;
  }
  throw new Error('A server ended before it was ready.');
}

async function tryClient(client: CodeAssistant, port: number): Promise<Record<string, string>> {
  if (client.hasFile) await setUp(client, port);
  const row = {
    answer: await check(client, port, client.ask('What is 6 * 7?'), '**42**'),
    'second turn': client.continue ? await check(client, port, client.continue('What is 7 * 8?'), '**56**') : 'needs a terminal',
    'file by a tool': await check(client, port, client.ask(client.read(file)), secret),
    cancelled: await cancel(client, port),
  };
  if (client.end) await new Promise((resolve) => start(client, port, client.end ?? []).once('close', resolve));
  return row;
}

/** Writes a client's file as the window's set-up does. */
async function setUp({ id, title }: CodeAssistant, port: number): Promise<void> {
  const program = configuredPrograms.find((each) => each.id === id);
  if (!program) throw new Error(`Causeway doesn't set up ${title}.`);
  const file = path.join(program.folder({ home: work, environment: {}, platform: process.platform }), program.file);
  const facts = { baseUrl: `http://127.0.0.1:${port}/v1`, key: 'any', model: fileModel, now: new Date() };
  const planned = planSetUp(program, file, null, facts);
  if (!planned.ok) throw new Error(`The file of ${title} can't be written.`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, planned.value.after);
}

function start(client: CodeAssistant, port: number, args: readonly string[]): ChildProcess {
  const options = { cwd: work, env: environment, detached: true, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] };
  if (client.hasFile) return spawn(client.id, args, options);
  const words = ['launch', client.id, '--data', data, '--port', String(port), '--', ...args];
  return spawn(process.execPath, [path.join(root, 'build/tasks/headless.ts'), ...words], options);
}

async function check(client: CodeAssistant, port: number, args: readonly string[], expected: string): Promise<string> {
  const child = start(client, port, args);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const timer = setTimeout(() => stop(child), clientMs);
  await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  if (output.includes(expected)) return 'yes';
  console.error(`${client.title}: ${output.slice(-2000)}`);
  return 'NO';
}

/** Ends a client in the middle of a long answer. The local API has no request under way soon after. */
async function cancel(client: CodeAssistant, port: number): Promise<string> {
  const child = start(client, port, client.ask('Write 40000 words'));
  const closed = new Promise((resolve) => child.once('close', resolve));
  for (let waited = 0; (await requestsInFlight(port)) < 1 && child.exitCode === null && waited < clientMs; waited += 200) await pause();
  if (child.exitCode !== null) return 'NO';
  stop(child);
  await closed;
  for (let waited = 0; waited < 5000; waited += 200) {
    if ((await requestsInFlight(port)) === 0) return 'yes';
    await pause();
  }
  return 'NO';
}

async function requestsInFlight(port: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/status`);
  return ((await response.json()) as { readonly requests_in_flight: number }).requests_in_flight;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 200));
}

/** Ends a client with all that it has started. */
function stop({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGTERM');
}
