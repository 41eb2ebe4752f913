import { expect, onTestFinished, test, vi } from 'vitest';
import { closeOnQuit, relaunchOptions, createShowRequests, withTimeout } from '../../electron/shell/quit.ts';
import { eventually } from '../support/eventually.ts';

function setUp() {
  const shown: string[] = [];
  return { requests: createShowRequests(), shown, showWindow: () => void shown.push('shown') };
}

test('shows the window once it can be shown if it was requested during a hidden start', () => {
  const { requests, shown, showWindow } = setUp();
  requests.show();
  requests.show();
  expect(shown).toEqual([]);
  requests.open(showWindow);
  expect(shown).toEqual(['shown']);
  expect(requests.isPending()).toBe(false);
});

test('shows nothing after a hidden start until it is requested', () => {
  const { requests, shown, showWindow } = setUp();
  requests.open(showWindow);
  expect(shown).toEqual([]);
  requests.show();
  expect(shown).toEqual(['shown']);
});

test('remembers a request while the program closes', () => {
  const { requests, shown, showWindow } = setUp();
  requests.open(showWindow);
  requests.close();
  expect(requests.isPending()).toBe(false);
  requests.show();
  expect([shown, requests.isPending()]).toEqual([[], true]);
});

test('waits for work that ends and gives up on work that doesn’t', async () => {
  expect(await withTimeout(Promise.resolve(), 10_000)).toBe('done');
  expect(await withTimeout(new Promise(() => undefined), 1)).toBe('late');
});

/** Starts quitting with a core that closes when the test says so. Returns what happened, in order. */
function quit({ isRestartedByInstaller = false } = {}) {
  const happened: string[] = [];
  const note = (what: string) => (): void => void happened.push(what);
  const disposed = Promise.withResolvers<void>();
  let willQuit = (): void => undefined;
  const app = {
    on: (_event: 'will-quit', listener: (event: { readonly preventDefault: () => void }) => void) => {
      willQuit = () => listener({ preventDefault: note('prevent') });
    },
    relaunch: note('relaunch'),
    exit: (code: number) => void happened.push(`exit ${code}`),
  };
  const log = { info: note('log'), warn: note('log'), error: note('log'), close: async () => undefined };
  const showRequests = createShowRequests();
  showRequests.open(note('show'));
  const core = { log, dispose: () => disposed.promise };
  closeOnQuit(app, {
    core,
    showRequests,
    stopIpc: note('stop IPC'),
    releaseDataFolder: note('release'),
    isRestartedByInstaller: () => isRestartedByInstaller,
  });
  willQuit();
  return { happened, disposed, show: showRequests.show, willQuit: () => willQuit() };
}

test('ends the process once the core is closed and the data folder is released', async () => {
  const { happened, disposed, willQuit } = quit();
  willQuit(); // again, while it is closing
  expect(happened).toEqual(['prevent', 'stop IPC', 'log', 'prevent']);
  disposed.resolve();
  await eventually(() => expect(happened.slice(4)).toEqual(['release', 'exit 0']));
});

test('gives a slow core 15 s to save and to end the programs of tools', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { happened } = quit();
  await vi.advanceTimersByTimeAsync(14_999);
  expect(happened).not.toContain('release');
  await vi.advanceTimersByTimeAsync(1);
  expect(happened.slice(-2)).toEqual(['release', 'exit 0']);
});

test('starts again if the program was started while it was closing', async () => {
  const { happened, disposed, show } = quit();
  show();
  disposed.resolve();
  await eventually(() => expect(happened.slice(-3)).toEqual(['release', 'relaunch', 'exit 0']));
  expect(happened).not.toContain('show'); // its window would be dead
});

// catches the old program beside the installer, which can't replace files in use and starts the new one itself
test('leaves the restart to the installer of an update, also if the program was started while it was closing', async () => {
  const { happened, disposed, show } = quit({ isRestartedByInstaller: true });
  show();
  disposed.resolve();
  await eventually(() => expect(happened.slice(-2)).toEqual(['release', 'exit 0']));
  expect(happened).not.toContain('relaunch');
});

test('starts again with its window, from the file that the user started', () => {
  const argv = ['/tmp/.mount_x/causeway', '.', '--hidden', '--user-data-dir=/data'];
  const [executable = ''] = argv;
  const environment = { APPIMAGE: '/home/ada/Causeway.AppImage', APPDIR: '/tmp/.mount_x' };
  expect(relaunchOptions(argv, {}, executable)).toEqual({ args: ['.', '--user-data-dir=/data'] });
  expect(relaunchOptions(argv, environment, executable)).toMatchObject({ execPath: '/home/ada/Causeway.AppImage' });
  // a terminal inside an editor's AppImage passes on the editor's variables
  expect(relaunchOptions(argv, environment, '/opt/Causeway/causeway')).toEqual({ args: ['.', '--user-data-dir=/data'] });
});
