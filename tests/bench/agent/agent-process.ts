import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { plainCapabilities } from '../../../electron/contract/catalog.ts';
import type { Profile } from '../../../electron/contract/profile.ts';
import { startAgentCore, type AgentCoreOptions } from '../../support/agent-core.ts';
import { model } from './target.ts';

/** Arguments of the agent's process. */
export interface AgentOrder extends Pick<AgentCoreOptions, 'sshd' | 'sshHost' | 'sshPort' | 'transport' | 'isNetworkWatched' | 'port'> {
  /** The server's local port. */
  readonly target: number;
  readonly caFile: string;
}

/** Runs the whole core. Prints the agent's port once a request through the tunnel was answered. */
export async function serveAgent({ target, caFile, ...order }: AgentOrder): Promise<void> {
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
      catalog: [{ segment: model, engine: 'A', models: [{ id: model, capabilities: plainCapabilities }] }],
    },
  };
  const core = await startAgentCore({ ...order, folder, profile });
  process.on('SIGTERM', () => {
    void core.dispose().then(async () => {
      await rm(folder, { recursive: true, force: true });
      process.exit(0);
    });
  });
  const answer = await fetch(`http://127.0.0.1:${order.port}/${model}/v1/models`);
  await answer.text();
  if (!answer.ok) throw new Error(`the agent answered ${answer.status}`);
  console.log(String(order.port));
}
