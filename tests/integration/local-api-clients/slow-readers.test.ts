/** @module-tag long */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { plainCapabilities } from '../../../electron/contract/catalog.ts';
import { createAuthority } from '../../../electron/core/demo/certificates/authority.ts';
import { systemClock } from '../../../electron/core/shared/clock.ts';
import { startLocalApiCore } from '../../support/local-api-core.ts';
import { startSshd } from '../../support/sshd.ts';
import { waitOptions } from '../../support/wait-options.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { freePort } from '../../support/free-port.ts';

const segment = 'endless';
const readers = 30;
const mebibyte = 1024 * 1024;

/** Starts a service that sends as much as is read, the local API, and a real sshd between them. */
async function startSlowReaders() {
  const folder = await temporaryFolder();
  const authority = createAuthority(systemClock);
  const sending = new Map<ServerResponse, number>();
  const server = createServer(authority.issue(), (request, response) => {
    if (!request.url?.endsWith('/stream')) return void response.end('{"data":[]}');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const block = Buffer.from(`data: ${'x'.repeat(16_000)}\n\n`);
    const more = (): void => {
      while (!response.destroyed) {
        sending.set(response, (sending.get(response) ?? 0) + block.length);
        if (!response.write(block)) return;
      }
    };
    response.on('drain', more);
    more();
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const caFile = path.join(folder, 'authority.pem');
  await writeFile(caFile, authority.pem);
  const sshd = await startSshd();
  onTestFinished(sshd.close);
  const port = await freePort();
  const core = await startLocalApiCore({
    folder,
    port,
    sshPort: sshd.port,
    sshd: { ...sshd, hostKey: sshd.hostKey() },
    profile: {
      id: 'lab',
      mode: 'direct',
      directRoute: 'tunnel',
      instance: null,
      service: {
        name: 'Institute',
        baseUrl: `https://localhost:${(server.address() as AddressInfo).port}`,
        inferenceServer: '127.0.0.1',
        caFile,
        catalog: [{ segment, engine: 'vllm', models: [{ id: 'model', capabilities: plainCapabilities }] }],
      },
    },
  });
  onTestFinished(() => core.dispose());
  return { port, sending };
}

function open(port: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = http.get({ port, host: '127.0.0.1', path: `/${segment}/v1/stream`, agent: false }, (response) => {
      response.on('error', () => undefined);
      resolve(response);
    });
    request.on('error', reject);
    onTestFinished(() => void request.destroy());
  });
}

test('applies backpressure to the service for readers that stop, with little memory, and resumes', { timeout: 180_000 }, async () => {
  const { port, sending } = await startSlowReaders();
  const total = (): number => [...sending.values()].reduce((sum, bytes) => sum + bytes, 0);
  // after the tunnel is up, because on a busy machine that takes longer than a request waits
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/${segment}/v1/models`)).status).toBe(200), waitOptions);
  const before = process.memoryUsage.rss();
  const responses = await Promise.all(Array.from({ length: readers }, () => open(port)));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200));
  // Everything has stopped: every answer waits for its reader, and the sent amount is unchanged.
  let last = -1;
  await vi.waitFor(
    () => {
      const now = total();
      const isStill = now === last && sending.size === readers && [...sending.keys()].every((response) => response.writableNeedDrain);
      last = now;
      expect(isStill).toBe(true);
    },
    { timeout: 120_000, interval: 1000 },
  );
  // Bytes in transit are in the system's socket buffers and SSH windows. Without backpressure they would grow forever.
  expect(last / readers).toBeLessThan(24 * mebibyte);
  expect(process.memoryUsage.rss() - before).toBeLessThan(400 * mebibyte);
  const [first] = responses;
  first?.resume();
  await vi.waitFor(() => expect(total()).toBeGreaterThan(last + 16 * mebibyte), { timeout: 60_000 });
  expect(first?.errored).toBeNull();
});
