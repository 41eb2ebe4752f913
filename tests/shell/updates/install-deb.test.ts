import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { installDeb } from '../../../electron/shell/updates/install-deb.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Lets commands be scripts that record how they were called. */
async function system(script: string) {
  const folder = await temporaryFolder();
  for (const name of ['pkexec', 'apt-get']) {
    const file = path.join(folder, name);
    writeFileSync(file, `#!/bin/sh\necho "${name} $*" > "${folder}/called"\n${script}\n`);
    chmodSync(file, 0o755);
  }
  vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return { folder, called: () => existsSync(`${folder}/called`) && readFileSync(`${folder}/called`, 'utf8').trim() };
}

test.runIf(process.platform === 'linux')(
  'answers a second start while the system asks for the rights (catches a program that is killed as hung)',
  async () => {
    const { folder, called } = await system('until [ -e "$(dirname "$0")/granted" ]; do sleep 0.01; done');
    const installed = installDeb('/updates/causeway.deb', false);
    await eventually(() => expect(called()).toBe('pkexec --disable-internal-agent apt-get install -y /updates/causeway.deb'));
    writeFileSync(path.join(folder, 'granted'), ''); // by this process, which is not blocked
    await installed;
  },
);

test.runIf(process.platform === 'linux')('fails if the rights are denied', async () => {
  const { called } = await system('exit 126');
  await expect(installDeb('/updates/causeway.deb', true)).rejects.toThrow('apt-get install');
  expect(called()).toBe('apt-get install -y /updates/causeway.deb');
});
