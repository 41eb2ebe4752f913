import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { freePort } from './free-port.ts';

// catches a port that two tests are given before either uses it
test('no port is given out twice, nor the one after it', async () => {
  const ports: number[] = [];
  for (let count = 0; count < 500; count += 1) ports.push(await freePort());
  const taken = ports.flatMap((port) => [port, port + 1]);
  expect(new Set(taken).size).toBe(taken.length);
});

// catches a program whose page for approvals finds its port, the next one, in use
test('a port is not given out while somebody listens on the next one', async () => {
  const server = createServer();
  const port = await freePort();
  server.listen(port + 1, '127.0.0.1');
  await once(server, 'listening');
  const given: number[] = [];
  for (let count = 0; count < 300; count += 1) given.push(await freePort());
  server.close();
  expect(given).not.toContain(port);
});
