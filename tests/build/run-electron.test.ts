import { expect, test } from 'vitest';
import { runElectron } from '../../build/steps/run-electron.ts';

const node = process.execPath;
const exit = (status: number): string[] => ['-e', `process.exit(${status})`];
const killItself = ['-e', "process.kill(process.pid, 'SIGKILL')"];

// catches an npm start that ends without a window, where the browser would have worked
test.each([
  ['a missing library', node, exit(127)],
  ['a crash', node, killItself],
  ['a file that can’t be run', '/no/such/electron', []],
])('reports %s right after the start', async (_, executable, args) => {
  expect(await runElectron(executable, args)).toBeUndefined();
});

test('returns the status of a program that worked', async () => {
  expect(await runElectron(node, exit(0))).toBe(0);
});

// catches a second sign-in, or a browser on the server that the first message named
test('returns the status of a start that Causeway itself refused', async () => {
  expect(await runElectron(node, exit(69))).toBe(69);
});

test('returns the status of a program that failed later', async () => {
  const times = [0, 60_000];
  expect(await runElectron(node, exit(3), () => times.shift() ?? 0)).toBe(3);
});

test('returns the status of a program that the user stopped', async () => {
  const running = runElectron(node, ['-e', 'setInterval(() => 0, 1000)']);
  process.emit('SIGTERM', 'SIGTERM'); // is forwarded to the program
  expect(await running).toBe(1);
});
