import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startDemo } from '../../support/demo/demo.ts';

test('closes although a client has not finished its TLS handshake (catches a close that waits for a client which keeps asking)', async () => {
  const demo = await startDemo({ speed: 'unlimited' });
  const client = connect(Number(new URL(demo.baseUrl).port), '127.0.0.1');
  client.on('error', () => undefined);
  await once(client, 'connect');
  const ended = once(client, 'close');
  await demo.close();
  await ended;
  expect(client.destroyed).toBe(true);
});
