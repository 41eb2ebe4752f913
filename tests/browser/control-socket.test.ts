import { chmod, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { isUnserved, requestLink } from '../../electron/browser/control-client.ts';
import { renewPipeName, serveControl, socketPaths } from '../../electron/browser/control-socket.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

afterEach(() => vi.unstubAllEnvs());

const link = 'http://127.0.0.1:7335/open#secret';

/** Serves a program that has a runtime folder with these permissions. */
async function serve(mode: number) {
  const folder = await temporaryFolder();
  const runtime = path.join(folder, 'run');
  await mkdir(runtime);
  await chmod(runtime, mode);
  vi.stubEnv('XDG_RUNTIME_DIR', runtime);
  vi.stubEnv('TMPDIR', folder);
  const servers = await serveControl(folder, { createLink: () => link, approvals: { list: () => [], answer: () => false } });
  onTestFinished(() => servers.forEach((server) => void server.close()));
  return { folder, runtime };
}

test('can be reached after the runtime folder is gone (catches a program that nobody can open after a logout)', async () => {
  const { folder, runtime } = await serve(0o700);
  expect(await requestLink(folder, 'anyone')).toEqual(link);
  await rm(runtime, { recursive: true });
  vi.stubEnv('XDG_RUNTIME_DIR', '');
  expect(await requestLink(folder, 'anyone')).toEqual(link);
});

test('uses no folder that others may enter, and serves without one (catches a start that fails on WSL)', async () => {
  const { folder, runtime } = await serve(0o755);
  expect(socketPaths(folder).filter((file) => file.startsWith(runtime))).toEqual([]);
  expect(await requestLink(folder, 'anyone')).toEqual(link);
  vi.stubEnv('TMPDIR', '/dev/null');
  expect(socketPaths(folder)).toEqual([]);
  await expect(requestLink(folder, 'anyone')).rejects.toSatisfy(isUnserved);
  expect(await serveControl(folder, { createLink: () => link, approvals: { list: () => [], answer: () => false } })).toEqual([]);
});

// catches a pipe that another user of Windows has made first, to answer in place of this program
test('on Windows, serves a pipe that only the data folder names, and another at each start', async () => {
  const folder = await temporaryFolder();
  expect(socketPaths(folder, 'win32')).toEqual([]);
  const names = [1, 2].map(() => {
    renewPipeName(folder);
    return socketPaths(folder, 'win32');
  });
  for (const name of names) expect(name).toEqual([expect.stringMatching(/^\\\\\.\\pipe\\causeway-[0-9a-f]{32}$/)]);
  expect(names[0]).not.toEqual(names[1]);
});
