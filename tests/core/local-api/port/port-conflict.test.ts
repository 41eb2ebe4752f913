import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { nextFreePort, listeningInodes, findPortOwner } from '../../../../electron/core/local-api/port/local-api-port.ts';

async function takePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test.runIf(process.platform === 'linux')('names the owner of a port, and nobody for a free one', async () => {
  const port = await takePort();
  expect(await findPortOwner(port)).toBe(`node (${process.pid})`);
  expect(await findPortOwner(1)).toBeNull();
});

test('counts only listening sockets', () => {
  const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1CA5 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1
   1: 0100007F:1CA5 0100007F:9999 01 00000000:00000000 00:00000000 00000000     0        0 4712 1
   2: 0100007F:1CA6 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4713 1`;
  expect(listeningInodes(table, 7333)).toEqual(['socket:[4711]']);
});

test("offers a free port that isn't reserved", async () => {
  const port = await takePort();
  const free = await nextFreePort(port - 1, []);
  expect(free).not.toBe(port);
  expect(await nextFreePort(port - 1, [free ?? 0])).not.toBe(free);
  expect(await nextFreePort(65_535, [])).toBeNull();
});
