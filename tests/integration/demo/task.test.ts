import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { freePort } from '../../support/free-port.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const run = promisify(execFile);
const program = path.resolve(import.meta.dirname, '../../../build/tasks/demo.ts');

function start(...flags: readonly string[]) {
  const child = spawn(process.execPath, [program, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { stdout } = child;
  if (!stdout) throw new Error('It has no output.');
  const lines = createInterface({ input: stdout });
  const said: string[] = [];
  const until = async (line: RegExp): Promise<string> => {
    for await (const each of lines) {
      said.push(each);
      if (line.test(each)) break;
    }
    return said.join('\n');
  };
  return { child, until };
}

const refused = (...flags: readonly string[]): Promise<unknown> =>
  run(process.execPath, [program, ...flags]).catch((error: unknown) => error);

describe('npm run demo', () => {
  test('prints lines that work when pasted into a shell, and leaves nothing behind after Ctrl+C', async () => {
    const folder = await temporaryFolder();
    const [ca, key] = [path.join(folder, 'ca.pem'), path.join(folder, 'key')];
    const { child, until } = start('--unlimited', '--ca-file', ca, '--key-file', key);
    const said = await until(/^Ctrl\+C/);
    expect(said).toMatch(/No language model is running/);
    expect(said).toMatch(/host key +SHA256:[\w+/]{43} /);

    const [proxy = '', refused = '', direct = ''] = [...said.matchAll(/^ {2}(curl (?:\\\n|[^\n])*)/gm)].map(([, line]) => `${line} -sS`);
    expect(JSON.parse((await run('sh', ['-c', proxy])).stdout)).toMatchObject({ object: 'chat.completion' });
    expect((await run('sh', ['-c', refused])).stdout).toBe('{"error":"Unauthorized"}');

    // As printed, except for a free port and a known_hosts file other than the user's own.
    const port = String(await freePort());
    const forward = (/^ {2}(ssh .*)$/m.exec(said)?.[1] ?? '').replace('8443', port);
    const options = '-F none -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR';
    const ssh = spawn('sh', ['-c', forward.replace('ssh', `exec ssh ${options}`)], { stdio: 'ignore' });
    onTestFinished(() => void ssh.kill());
    const through = await vi.waitFor(() => run('sh', ['-c', direct.replace('8443', port)]), { timeout: 60_000 });
    expect(JSON.parse(through.stdout)).toMatchObject({ data: [{ id: 'gamma-oss-120b' }] });

    const exited = once(child, 'exit');
    child.kill('SIGINT');
    expect(await exited).toEqual([0, null]);
    await expect(access(ca)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(access(key)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('prints JSON with --json, and applies a fault with --fault', async () => {
    const { child, until } = start('--json', '--unlimited', '--fault', 'status,status=502,mode=proxy');
    const facts = z
      .object({
        baseUrl: z.string(),
        caFile: z.string(),
        token: z.string(),
        instance: z.object({ port: z.number(), fingerprint: z.string() }),
      })
      .parse(JSON.parse(await until(/^\{/)));
    const header = `Authorization: bearer ${facts.token}`;
    const { stdout } = await run('curl', ['-sS', '--cacert', facts.caFile, '-H', header, `${facts.baseUrl}/api/models`]);
    expect(stdout).toContain('502 Bad Gateway');
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });

  test('lists the faults with --help, and rejects an unknown flag or fault with a sentence', async () => {
    const [help, flag, fault] = await Promise.all([
      run(process.execPath, [program, '--help']),
      refused('--colour'),
      refused('--fault', 'gremlins'),
    ]);
    expect(help.stdout).toContain('changed-host-key');
    expect(flag).toMatchObject({ code: 2, stderr: expect.stringContaining('--help') as string });
    expect(fault).toMatchObject({ code: 2, stderr: expect.stringContaining('There’s no fault') as string });
  });

  test('reports a taken port and an existing file in a sentence', async () => {
    const file = path.join(await temporaryFolder(), 'key');
    await writeFile(file, 'mine');
    const held = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void held.close());
    await once(held, 'listening');
    const { port } = held.address() as AddressInfo; // listening, so it has one
    const [taken, there] = await Promise.all([refused('--https-port', String(port)), refused('--key-file', file)]);
    expect(taken).toMatchObject({ code: 2, stderr: expect.stringContaining(`Port ${port} is taken`) as string });
    expect(there).toMatchObject({ code: 2, stderr: expect.stringContaining(`${file} is there already`) as string });
    expect(await readFile(file, 'utf8')).toBe('mine');
  });
});
