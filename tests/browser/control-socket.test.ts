import { chmod, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { isUnserved, requestLink } from '../../electron/browser/control-client.ts';
import { serveControl, socketPaths } from '../../electron/browser/control-socket.ts';
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
