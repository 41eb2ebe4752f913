import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { bundleServer } from '../../../build/server-bundler.ts';
import { root } from '../../../build/set-up/places.mjs';
import { freePort } from '../../support/free-port.ts';
import { assignFreePorts } from '../../support/assign-free-ports.ts';

/** A server that has just started to listen. */
export interface StartedServer {
  readonly pid: number;
  readonly address: string;
  /** By the clock of `performance`. */
  readonly startedAt: number;
  readonly listensAt: number;
  readonly close: () => Promise<void>;
}

/** Bundles Causeway as in the package for servers. Returns the folder. */
export async function bundleCauseway(): Promise<string> {
  const folder = path.join(root, 'build/out/bench-server');
  await bundleServer(folder, []);
  return folder;
}

/** Starts a bundled Causeway on an empty data folder: by default the development build. */
export async function startCauseway(bundle = path.join(root, 'build/out')): Promise<StartedServer> {
  const data = await mkdtemp(path.join(os.tmpdir(), 'causeway-bench-'));
  await assignFreePorts(data);
  const server = await start([
    path.join(bundle, 'main/server.js'),
    '--browser',
    '--no-open',
    '--data',
    data,
    '--browser-port',
    String(await freePort()),
  ]);
  return {
    ...server,
    close: async () => {
      await server.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Starts a minimal page server. It uses `require`, because importing `node:http` alone costs 13 MB. */
export function startBare(): Promise<StartedServer> {
  return start([path.join(import.meta.dirname, 'bare-server.cjs')]);
}

async function start(words: readonly string[]): Promise<StartedServer> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [found] = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
    void exited.then(() => reject(new Error(`${words[0]} ended before it listened.`)));
  });
  return {
    pid: child.pid ?? 0,
    address,
    startedAt,
    listensAt: performance.now(),
    close: async () => {
      child.kill();
      await exited;
    },
  };
}
