import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './free-port.ts';

// Catches a port that two tests get before either uses it.
test('never returns a port twice, nor the port after it', async () => {
  const ports: number[] = [];
  for (let count = 0; count < 500; count += 1) ports.push(await freePort());
  const taken = ports.flatMap((port) => [port, port + 1]);
  expect(new Set(taken).size).toBe(taken.length);
});

// Catches an approvals page whose port, the next one, is in use.
test('returns no port while the next one is in use', async () => {
  const servers: Server[] = [];
  onTestFinished(() => servers.forEach((server) => server.close()));
  for (let next = 15_001; next < 15_800; next += 2)
    servers.push(
      createServer()
        .on('error', () => undefined)
        .listen(next, '127.0.0.1'),
    );
  await Promise.all(servers.map((server) => Promise.race([once(server, 'listening'), once(server, 'error')]).catch(() => undefined)));
  const taken = new Set(servers.map((server) => (server.address() as AddressInfo | null)?.port));
  const given: number[] = [];
  for (let count = 0; count < 300; count += 1) given.push(await freePort());
  expect(given.filter((port) => taken.has(port + 1))).toEqual([]);
});
