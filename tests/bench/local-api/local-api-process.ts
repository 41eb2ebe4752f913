import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { plainCapabilities } from '../../../electron/contract/catalog.ts';
import type { Profile } from '../../../electron/contract/profile.ts';
import type { Core } from '../../../electron/core/create-core.ts';
import { startLocalApiCore, type LocalApiCoreOptions } from '../../support/local-api-core.ts';
import { context } from '../../support/call-context.ts';
import { must } from '../../support/must.ts';
import { waitOptions } from '../../support/wait-options.ts';
import { model } from './target.ts';

/** Arguments of the local API's process. */
export interface LocalApiOrder extends Pick<
  LocalApiCoreOptions,
  'sshd' | 'sshHost' | 'sshPort' | 'transport' | 'isNetworkWatched' | 'port'
> {
  /** The server's local port. */
  readonly target: number;
  readonly caFile: string;
}

/** Runs the whole core. Prints the local API's port once a request through the tunnel was answered. */
export async function serveLocalApi({ target, caFile, ...order }: LocalApiOrder): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-bench-core-'));
  const profile: Profile = {
    id: 'bench',
    mode: 'direct',
    directRoute: 'tunnel',
    instance: null,
    service: {
      name: 'Bench',
      baseUrl: `https://localhost:${target}`,
      inferenceServer: '127.0.0.1',
      caFile,
      catalog: [{ segment: model, engine: 'vllm', models: [{ id: model, capabilities: plainCapabilities }] }],
    },
  };
  const core = await startLocalApiCore({ ...order, folder, profile });
  process.on('SIGTERM', () => {
    void core.dispose().then(async () => {
      await rm(folder, { recursive: true, force: true });
      process.exit(0);
    });
  });
  await waitForTunnel(core);
  const answer = await fetch(`http://127.0.0.1:${order.port}/${model}/v1/models`);
  await answer.text();
  if (!answer.ok) throw new Error(`the local API answered ${answer.status}`);
  console.log(String(order.port));
}

/** Waits until the tunnel is ready. On a busy machine that may take longer than a request waits. */
async function waitForTunnel(core: Core): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const connection = must(await core.handlers['connection.read'](undefined, context));
    const tunnel = connection.state === 'ready' ? connection.tunnel : null;
    if (tunnel?.state.kind === 'ready') return;
    if (performance.now() - startedAt > waitOptions.timeout)
      throw new Error(`the tunnel is not ready: ${JSON.stringify(tunnel?.state ?? connection)}`);
    await pause(waitOptions.interval);
  }
}
