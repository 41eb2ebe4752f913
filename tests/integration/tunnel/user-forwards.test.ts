import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readBytes } from '../../support/read-until.ts';
import { opensshTunnel } from './openssh-fixture.ts';
import { echoServer, opened, stateOf, testSshd } from './tunnel-fixture.ts';

// catches a second session that can never start, because the first one uses the ports of the user's config
test.each(['LocalForward', 'RemoteForward'])(
  'connects and measures round trips although a port of the user’s %s is in use',
  async (option) => {
    const sshd = await testSshd();
    const echo = await echoServer();
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
