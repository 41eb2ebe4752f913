import { writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { readBytes } from '../../support/read-until.ts';
import { opensshTunnel } from './openssh-fixture.ts';
import { never, opened, stateOf, sshdWithEcho } from './tunnel-fixture.ts';

// catches a second session that can never start, because the first one uses the ports of the user's config
test.each(['LocalForward', 'RemoteForward'])(
  'connects and measures round trips although a port of the user’s %s is in use',
  async (option) => {
    const { sshd, echo } = await sshdWithEcho();
    const config = path.join(sshd.folder, 'ssh_config');
    await writeFile(config, `${option} 127.0.0.1:${echo.port} 127.0.0.1:9\n`);
    const tunnel = await opensshTunnel(sshd, echo.port, { configFiles: [config], patience: 30 }); // a ping may take as long as the machine needs
    const stream = await opened(tunnel, echo.port);
    stream.write('hello');
    expect(await readBytes(stream, 5)).toBe('hello');
    const measured = async (): Promise<number | undefined> => {
      tunnel.suspect('the computer woke up'); // again, because an answer that is read together with its request can't be measured
      await stateOf(tunnel, 'ready');
      return tunnel.counters().roundTripMs;
    };
    await expect.poll(measured).toBeGreaterThan(0);
    stream.destroy();
  },
);

// catches an open connection that is reported as refused, because one to a forward of the user's config was
test('opens its connections while others use a LocalForward that is refused', async () => {
  const { sshd, echo } = await sshdWithEcho();
  const config = path.join(sshd.folder, 'ssh_config');
  const theirPort = await freePort();
  await writeFile(config, `LocalForward 127.0.0.1:${theirPort} 127.0.0.1:9\n`);
  const tunnel = await opensshTunnel(sshd, echo.port, { configFiles: [config], patience: 30 });
  await tunnel.ready(never);
  const streams = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const theirs = net.connect(theirPort, '127.0.0.1').on('error', () => undefined);
      const stream = await opened(tunnel, echo.port);
      theirs.destroy();
      return stream;
    }),
  );
  expect(tunnel.counters()).toMatchObject({ openChannels: 20, reconnects: 0 });
  for (const stream of streams) stream.destroy();
});
