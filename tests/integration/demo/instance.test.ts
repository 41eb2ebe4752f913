import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import ssh2, { type ConnectConfig } from 'ssh2';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Demo } from '../../support/demo/demo.ts';
import { waitOptions } from '../../support/wait-options.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { ask, localForward, sshClient, testDemo } from './demo-fixture.ts';

/** Answers each prompt with the next reply, and records the prompts. */
function interactively(answers: readonly string[]): {
  readonly how: ConnectConfig;
  readonly attach: (client: InstanceType<typeof ssh2.Client>) => readonly string[];
} {
  return {
    how: { tryKeyboard: true, authHandler: ['none', 'keyboard-interactive'] },
    attach: (client) => {
      const asked: string[] = [];
      client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) => {
        finish(prompts.map((prompt) => answers[asked.push(prompt.prompt) - 1] ?? ''));
      });
      return asked;
    },
  };
}

async function login(
  demo: Demo,
  how: ConnectConfig,
  attach?: (client: InstanceType<typeof ssh2.Client>) => void,
): Promise<'in' | 'refused'> {
  const client = new ssh2.Client();
  onTestFinished(() => void client.destroy());
  attach?.(client);
  const outcome = new Promise<'in' | 'refused'>((resolve, reject) => {
    client.on('ready', () => resolve('in'));
    client.on('error', (error) => (error.level === 'client-authentication' ? resolve('refused') : reject(error)));
  });
  const sock = connect({ host: demo.instance.host, port: demo.instance.port, noDelay: true });
  client.connect({ sock, username: demo.instance.login, ...how });
  return outcome;
}

describe('login', () => {
  test('rejects another key, a wrong password, a wrong answer and another login name', async () => {
    const demo = await testDemo();
    const other = await testDemo();
    const { how, attach } = interactively(['wrong']);
    expect(await login(demo, { privateKey: other.instance.privateKey })).toBe('refused');
    expect(await login(demo, { password: 'wrong' })).toBe('refused');
    expect(await login(demo, { password: '' })).toBe('refused');
    expect(await login(demo, how, attach)).toBe('refused');
    expect(await login(demo, { username: 'root', password: demo.instance.password })).toBe('refused');
  });

  test('asks for a one-time code as a second question', async () => {
    const demo = await testDemo({ oneTimeCode: '424242' });
    const right = interactively([demo.instance.password, '424242']);
    let asked: readonly string[] = [];
    expect(await login(demo, right.how, (client) => (asked = right.attach(client)))).toBe('in');
    expect(asked).toEqual(['Password: ', 'Verification code: ']);
    const wrong = interactively([demo.instance.password, '000000']);
    expect(await login(demo, wrong.how, wrong.attach)).toBe('refused');
  });
});

describe('forwarding', () => {
  test('accepts localhost, the address and the configured name, and rejects any other host or port', async () => {
    const demo = await testDemo({ inferenceName: 'inference.demo' });
    const client = await sshClient(demo);
    const port = Number(new URL(demo.baseUrl).port);
    const opens = (host: string, to: number): Promise<boolean> =>
      new Promise((resolve) => {
        client.forwardOut('127.0.0.1', 0, host, to, (error, channel) => {
          channel?.close();
          resolve(error === undefined);
        });
      });
    for (const host of ['localhost', '127.0.0.1', 'inference.demo']) expect(await opens(host, port)).toBe(true);
    for (const host of ['example.org', '::1', '127.0.0.2', '0.0.0.0']) expect(await opens(host, port)).toBe(false);
    expect(await opens('localhost', demo.instance.port)).toBe(false);
    expect(demo.profile().service.inferenceServer).toBe('inference.demo');
  });

  test('answers exec with exit code 0 and runs nothing', async () => {
    const demo = await testDemo();
    const client = await sshClient(demo);
    const folder = await temporaryFolder();
    const mark = path.join(folder, 'mark');
    const [status, output] = await new Promise<[number, string]>((resolve, reject) => {
      client.exec(`touch ${mark}; echo ran`, (error, channel) => {
        if (error) return reject(error);
        let text = '';
        channel.on('data', (data: Buffer) => (text += data.toString()));
        channel.on('exit', (code: number) => channel.on('close', () => resolve([code, text])));
      });
    });
    expect([status, output]).toEqual([0, '']);
    await expect(writeFile(mark, '', { flag: 'wx' })).resolves.toBeUndefined();
  });

  test('offers no shell, sftp, reverse forwarding or agent', async () => {
    const demo = await testDemo();
    const client = await sshClient(demo);
    const refused = (start: (done: (error: Error | undefined) => void) => void): Promise<boolean> =>
      new Promise((resolve) => start((error) => resolve(error !== undefined)));
    expect(await refused((done) => client.shell((error) => done(error)))).toBe(true);
    expect(await refused((done) => client.sftp((error) => done(error)))).toBe(true);
    expect(await refused((done) => client.forwardIn('127.0.0.1', 0, (error) => done(error)))).toBe(true);
    expect(await refused((done) => client.openssh_forwardOutStreamLocal('/tmp/x', (error) => done(error)))).toBe(true);
  });
});

test('treats nobody as inside after its client has disconnected', async () => {
  const demo = await testDemo();
  const client = await sshClient(demo);
  const port = await localForward(demo, client);
  expect((await ask(demo, '/engine-b/v1/models', { port })).status).toBe(200);
  client.destroy();
  await vi.waitFor(() => expect(demo.instance.connections()).toBe(0), waitOptions);
  await expect(ask(demo, '/engine-b/v1/models', { port })).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect((await ask(demo, '/engine-b/v1/models')).status).toBe(401);
});
