import { once } from 'node:events';
import { Server } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runBrowser } from '../../electron/browser/start-browser.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('ends when it is forced to, although a server never closes (catches a program that only kill -9 ends)', async () => {
  const servers: Server[] = [];
  const close = vi.spyOn(Server.prototype, 'close').mockImplementation(function (this: Server) {
    servers.push(this);
    return this;
  });
  onTestFinished(() => {
    close.mockRestore();
    for (const server of servers) server.close();
  });
  const [shutdown, forceShutdown] = [new AbortController(), new AbortController()];
  const [input, output] = [new PassThrough(), new PassThrough()];
  const ended = runBrowser({
    args: ['--browser', '--no-open', '--data', await temporaryFolder()],
    version: '0.0.0',
    pages: '/nowhere',
    environment: {},
    input: Object.assign(input, { isTTY: false }) as unknown as NodeJS.ReadStream,
    output,
    errorOutput: output,
    shutdown: shutdown.signal,
    forceShutdown: forceShutdown.signal,
  });
  await once(output, 'data');
  shutdown.abort();
  await expect.poll(() => servers.length).toBeGreaterThan(0);
  forceShutdown.abort();
  expect(await ended).toBe(0);
});
