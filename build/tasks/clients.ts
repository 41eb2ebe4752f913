/** `npm run clients`: fetches code assistants from the npm registry, and lets each of them work with the demo through `causeway launch`. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { cacheFolder, root } from '../set-up/places.mjs';
import { run } from '../steps/command.ts';

interface Client {
  readonly id: string;
  readonly title: string;
  readonly package: string;
  /** A file of the package that installs its binary. */
  readonly installer?: string;
  /** The arguments of a question without a dialogue. */
  readonly ask: (question: string) => readonly string[];
  /** The arguments that continue the last conversation. */
  readonly continue: (question: string) => readonly string[];
  /** A question that makes the demo call the client's own tool. */
  readonly read: (file: string) => string;
}

const readFileQuestion = (file: string): string => `Read the file ${file}`;

const clients: readonly Client[] = [
  {
    id: 'codex',
    title: 'Codex',
    package: '@openai/codex@0.169.0',
    ask: (question) => ['exec', '--skip-git-repo-check', question],
    continue: (question) => ['exec', '--skip-git-repo-check', 'resume', '--last', question],
    read: (file) => `Run the command \`cat ${file}\``,
  },
  {
    id: 'claude',
    title: 'Claude Code',
    package: '@anthropic-ai/claude-code@2.1.328',
    installer: '@anthropic-ai/claude-code/install.cjs',
    ask: (question) => ['--allowedTools', 'Read', '-p', question],
    continue: (question) => ['--continue', '-p', question],
    read: readFileQuestion,
  },
  {
    id: 'opencode',
    title: 'opencode',
    package: 'opencode-ai@1.18.33',
    installer: 'opencode-ai/postinstall.mjs',
    ask: (question) => ['run', question],
    continue: (question) => ['run', '--continue', question],
    read: readFileQuestion,
  },
  {
    id: 'qwen',
    title: 'Qwen Code',
    package: '@qwen-code/qwen-code@0.24.4',
    ask: (question) => ['-p', question],
    continue: (question) => ['--continue', '-p', question],
    read: readFileQuestion,
  },
];

const secret = 'marzipan';
const clientMs = 120_000;
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
  ...clients.map((each) => each.package),
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
const { server, port } = await serveDemo();
const rows: Record<string, Record<string, string>> = {};
try {
  for (const client of clients) {
    const version = client.package.slice(client.package.lastIndexOf('@') + 1);
    rows[`${client.title} ${version}`] = {
      answer: await check(client, client.ask('What is 6 * 7?'), '**42**'),
      'second turn': await check(client, client.continue('What is 7 * 8?'), '**56**'),
      'file by a tool': await check(client, client.ask(client.read(file)), secret),
      cancelled: await cancel(client),
    };
  }
} finally {
  server.kill('SIGTERM');
  await rm(work, { recursive: true, force: true, maxRetries: 5 });
}
console.table(rows);
process.exit(Object.values(rows).some((row) => Object.values(row).some((cell) => cell !== 'yes')) ? 1 : 0);

/** Serves the demo's engines, which have chat completions, completions, models and a tokenizer, and no other dialect. */
async function serveDemo(): Promise<{ readonly server: ChildProcess; readonly port: number }> {
  const args = ['--profile', 'demo', '--mode', 'direct', '--data', data, '--port', '17334', '--json'];
  const child = spawn(process.execPath, [path.join(root, 'build/tasks/headless.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environment,
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const event = JSON.parse(line) as { readonly event: string; readonly state?: string; readonly port?: number };
    if (event.event === 'local-api' && event.state === 'listening') return { server: child, port: event.port ?? 0 };
  }
  throw new Error('Causeway ended before it served its local API.');
}

function start(client: Client, args: readonly string[]): ChildProcess {
  const words = ['launch', client.id, '--data', data, '--port', String(port), '--', ...args];
  return spawn(process.execPath, [path.join(root, 'build/tasks/headless.ts'), ...words], {
    cwd: work,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function check(client: Client, args: readonly string[], expected: string): Promise<string> {
  const child = start(client, args);
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
async function cancel(client: Client): Promise<string> {
  const child = start(client, client.ask('Write 40000 words'));
  const closed = new Promise((resolve) => child.once('close', resolve));
  for (let waited = 0; (await requestsInFlight()) < 1 && child.exitCode === null && waited < clientMs; waited += 200) await pause();
  if (child.exitCode !== null) return 'NO';
  stop(child);
  await closed;
  for (let waited = 0; waited < 5000; waited += 200) {
    if ((await requestsInFlight()) === 0) return 'yes';
    await pause();
  }
  return 'NO';
}

async function requestsInFlight(): Promise<number> {
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
