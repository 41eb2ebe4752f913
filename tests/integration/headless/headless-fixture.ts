import { spawn, type ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished } from 'vitest';
import { root } from '../../../build/set-up/places.mjs';
import type { Profile } from '../../../electron/contract/profile.ts';
import { startDemo } from '../../support/demo/demo.ts';
import { exportProfile } from '../../../electron/core/profiles/profiles.ts';
import { freePort } from '../../support/free-port.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Flags that give a tunnel enough time on a busy machine. */
export const patient = ['--connect-seconds', '120'] as const;

/** Starts a demo as the service, and returns the flags with which Causeway connects to it. */
export async function place(mode: 'proxy' | 'direct', change: Partial<Profile> = {}) {
  const folder = await temporaryFolder();
  const caFile = path.join(folder, 'authority.pem');
  const demo = await startDemo({ speed: 'unlimited', caFile });
  onTestFinished(demo.close);
  const file = path.join(folder, 'lab.causeway.json');
  const { instance } = demo.profile();
  const profile = { ...demo.profile(), id: 'lab', mode, instance, directRoute: 'tunnel', ...change } as const;
  await writeFile(file, exportProfile(profile, []));
  const port = await freePort();
  return { demo, folder, words: ['--profile', file, '--ca-file', caFile, '--data', folder, ...patient, '--port', String(port)] };
}

/** Causeway without a terminal. */
export interface Running {
  readonly child: ChildProcess;
  readonly lines: readonly Record<string, unknown>[];
  readonly line: (event: string, fields?: object) => Promise<Record<string, unknown>>;
  readonly ended: Promise<number | null>;
}

const fromTheSources = [process.execPath, path.join(root, 'build/tasks/headless.ts')] as const;

/** Starts Causeway in its own process. */
export function start(
  flags: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  stdio: readonly ('ignore' | 'pipe')[] = [],
  [program, ...first]: readonly [string, ...string[]] = fromTheSources,
): Running {
  const child = spawn(program, [...first, ...flags], {
    env: { ...process.env, HOME: '/nonexistent', SSH_AUTH_SOCK: '', ...environment },
    stdio: ['ignore', 'pipe', 'inherit', ...stdio],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: Record<string, unknown>[] = [];
  const waiting = new Set<() => void>();
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (text) => {
      lines.push(JSON.parse(text) as Record<string, unknown>);
      for (const check of waiting) check();
    });
  }
  let isOver = false;
  child.once('close', () => {
    isOver = true;
    for (const check of waiting) check();
  });
  const line: Running['line'] = (event, fields = {}) =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        const found = lines.find(
          (each) => each['event'] === event && Object.entries(fields).every(([name, value]) => each[name] === value),
        );
        if (!found && !isOver) return;
        waiting.delete(check);
        if (found) resolve(found);
        else reject(new Error(`it ended with ${child.exitCode} before it said ${event}: ${JSON.stringify(lines)}`));
      };
      waiting.add(check);
      check();
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve)); // after its last line
  return { child, lines, line, ended };
}

/** Sends a request to the local API, as any program would. */
export async function chat(
  port: unknown,
  { key = 'any', ...more }: { readonly key?: string; readonly stream?: boolean } = {},
): Promise<Response> {
  return fetch(`http://127.0.0.1:${String(port)}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: 'beta-4-scout', messages: [{ role: 'user', content: 'Hello' }], ...more }),
  });
}

/** Creates a local key by the command line. */
export async function makeKey(words: readonly string[]): Promise<string> {
  const making = start([...words, '--new-key', 'notebook']);
  expect(await making.ended).toBe(0);
  return String((await making.line('key', { name: 'notebook' }))['key']);
}
