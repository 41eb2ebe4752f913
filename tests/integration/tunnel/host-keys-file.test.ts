import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createHostKeys } from '../../../electron/core/tunnel/host-keys/host-keys.ts';
import { hopTo, keyOf, lineOf } from '../../core/tunnel/host-keys/hop-fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { opened, testTunnel, trustingUser, sshdWithEcho } from './tunnel-fixture.ts';

const run = promisify(execFile);

/** Only root can mount a disk of a few pages, and not in every container. */
function canMount(): boolean {
  return process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
}

describe('our known_hosts file', () => {
  test('loses no line when several programs write it at once', async () => {
    const ownFile = path.join(await temporaryFolder(), 'own');
    const script = path.join(import.meta.dirname, 'host-keys-writer-script.ts');
    const writers = ['a', 'b', 'c'].map((name) => run(process.execPath, [script, ownFile, name, '20']));
    for (const { stdout } of await Promise.all(writers)) expect(stdout.trim()).toBe('done');
    const names = (await readFile(ownFile, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0]);
    expect(new Set(names).size).toBe(60);
    expect(names).toHaveLength(60);
  });

  test('survives a full disk, and the failure says so', async () => {
    const folder = await temporaryFolder();
    const ownFile = path.join(folder, 'own');
    const kept = `${Array.from({ length: 30 }, (_, index) => lineOf(`kept-${index}`, keyOf('ssh-ed25519', index))).join('\n')}\n`;
    await writeFile(ownFile, kept);
    const script = path.join(import.meta.dirname, 'host-keys-writer-script.ts');
    // A file size limit stops the write half way, as a full disk does, and needs no rights.
    const limited = spawnSync('sh', ['-c', 'trap "" XFSZ; ulimit -f 1; exec "$0" "$@"', process.execPath, script, ownFile, 'new', '1'], {
      encoding: 'utf8',
    });
    expect(limited.stdout).toContain('storage: ');
    expect(await readFile(ownFile, 'utf8')).toBe(kept);
    expect((await readdir(folder)).toSorted()).toEqual(['.lock', 'own']);
  });

  test.runIf(canMount())('keeps its contents on a really full disk, and the login continues with a note', async () => {
    const folder = await temporaryFolder();
    await run('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
    onTestFinished(async () => void (await run('umount', [folder])));
    const ownFile = path.join(folder, 'known_hosts');
    const kept = `${lineOf('kept', keyOf('ssh-ed25519', 1))}\n`;
    await writeFile(ownFile, kept);
    await writeFile(path.join(folder, 'filler'), Buffer.alloc(60 * 1024));
    await expect(writeFile(path.join(folder, 'more'), Buffer.alloc(4096))).rejects.toMatchObject({ code: 'ENOSPC' });

    const { sshd, echo } = await sshdWithEcho();
    const { ask, asked } = trustingUser();
    const tunnel = testTunnel(sshd, echo.port, { hostKeys: createHostKeys({ ownFile }), ask });
    await opened(tunnel, echo.port);
    expect(tunnel.history().map(({ cause }) => cause)).toContainEqual(expect.stringMatching(/trusted until you quit.*no space left/i));
    await sshd.kill();
    await sshd.start();
    await opened(tunnel, echo.port);
    expect(asked).toHaveLength(1);
    expect(await readFile(ownFile, 'utf8')).toBe(kept);
    expect((await readdir(folder)).toSorted()).toEqual(['.lock', 'filler', 'known_hosts', 'more']);
  });

  test('is not locked forever by a program that crashed while writing', async () => {
    const folder = await temporaryFolder();
    const holder = spawn(process.execPath, [path.join(import.meta.dirname, 'lock-holder-script.ts'), path.join(folder, '.lock')]);
    await once(holder.stdout, 'data');
    const trusted = createHostKeys({ ownFile: path.join(folder, 'own') }).trust(hopTo('gate'), keyOf('ssh-ed25519', 1));
    holder.kill('SIGKILL');
    expect(await trusted).toBeUndefined();
  });

  test('is not overwritten when it can’t be read', async () => {
    const ownFile = path.join(await temporaryFolder(), 'own');
    await mkdir(ownFile);
    expect(await createHostKeys({ ownFile }).trust(hopTo('gate'), keyOf('ssh-ed25519', 1))).toMatchObject({ code: 'storage' });
  });
});
