import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readKeyringLock } from '../../../electron/core/credentials/keytar-vault.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const hang = 'exec /bin/sleep 600';
const refuse = 'exit 1';
const locked = 'echo b true';

/** Replaces the tools that query the bus by these scripts. */
async function useTools(scripts: Readonly<Partial<Record<'busctl' | 'gdbus' | 'dbus-send', string>>>): Promise<void> {
  const folder = await temporaryFolder();
  for (const [name, script] of Object.entries(scripts)) {
    await writeFile(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  vi.stubEnv('PATH', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
}

const timeoutMs = 60_000;

test.skipIf(process.platform === 'win32').each([
  ['the second tool if the first is missing', { gdbus: locked }, timeoutMs, 'locked'],
  ['the last tool if the others fail', { busctl: refuse, gdbus: refuse, 'dbus-send': 'echo boolean false' }, timeoutMs, 'unlocked'],
  ['nothing if no tool is installed', {}, timeoutMs, 'unknown'],
  ['nothing if the bus has no keyring', { busctl: refuse, gdbus: refuse, 'dbus-send': refuse }, timeoutMs, 'unknown'],
  // catches a locked keyring that is reported as an empty one on a busy machine
  ['that it is unanswered if no tool ends in time', { busctl: hang, gdbus: hang, 'dbus-send': hang }, 20, 'unanswered'],
  [
    'that it is unanswered if a tool fails on its end',
    { gdbus: 'trap "exit 1" TERM; /bin/sleep 5 >/dev/null 2>&1 & wait' },
    20,
    'unanswered',
  ],
  ['that it is unanswered if a tool was killed', { busctl: 'kill -9 $$' }, timeoutMs, 'unanswered'],
])('returns %s', async (_what, tools, limitMs, expected) => {
  await useTools(tools);
  expect(await readKeyringLock(limitMs)).toBe(expected);
});
