import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isAlive } from '../../support/is-alive.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { server } from '../../support/toolbox.ts';
import { waitOptions } from '../../support/wait-options.ts';
import { badServer, lastingServer, state, withProgram } from './tool-server-fixture.ts';

const [, , listing = ''] = badServer('{ tools: [] }');

/** Returns a server that a script starts, as `npx` does, and that doesn't end with its input. */
async function scriptedServer(source = ''): ReturnType<typeof lastingServer> {
  const { argv, pid } = await lastingServer(source + listing);
  return { argv: ['sh', '-c', '"$@"; true', 'sh', ...argv], pid };
}

test.each([
  ['', ''],
  [' and that ignores SIGTERM', `process.on('SIGTERM', () => {});`],
])('ends a server that a script started%s before closing is over (catches one behind npx that outlives us)', async (_which, source) => {
  const { argv, pid } = await scriptedServer(source);
  const { tools } = await withProgram({}, argv);
  await state(tools, 'connected');
  await tools.close();
  expect(await isAlive(await pid())).toBe(false);
});

test('ends a server that a script started when it is turned off', async () => {
  const { argv, pid } = await scriptedServer();
  const { tools, serverId } = await withProgram({}, argv);
  await state(tools, 'connected');
  must(await tools.putServer(serverId, server({ kind: 'stdio', argv }, { isEnabled: false })));
  const id = await pid();
  await expect.poll(() => isAlive(id), waitOptions).toBe(false);
});

test('lets a server end by itself when its input ends (catches unsaved work)', async () => {
  const file = path.join(await temporaryFolder(), 'end');
  const source = `process.stdin.on('end', () => setTimeout(() => require('fs').writeFileSync(${JSON.stringify(file)}, 'saved'), 20));`;
  const { tools } = await withProgram({}, [process.execPath, '-e', source + listing]);
  await state(tools, 'connected');
  await tools.close();
  expect(readFileSync(file, 'utf8')).toBe('saved');
});

test('ends what a server has started when its program exits', async () => {
  const file = path.join(await temporaryFolder(), 'pid');
  const source = `const child = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    child.once('spawn', () => { require('fs').writeFileSync(${JSON.stringify(file)}, String(child.pid)); process.exit(1); });`;
  const { tools } = await withProgram({ retryMs: () => undefined }, [process.execPath, '-e', source]);
  await state(tools, 'failed');
  await expect.poll(() => isAlive(Number(readFileSync(file, 'utf8'))), waitOptions).toBe(false);
});
