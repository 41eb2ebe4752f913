import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { root } from '../../../build/set-up/places.mjs';
import { createAuthority } from '../../support/certificates.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** This machine's nginx. Debian installs it where only root's PATH finds it. */
export const nginxProgram = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'].find((file) =>
  existsSync(file),
);

/** The name by which browsers reach it. A browser must be told its address. */
export const proxyHost = 'hub.test';

export interface NginxOptions {
  /** The port of the program behind it. */
  readonly to: number;
  readonly hasPrefixKept?: boolean;
  readonly isTls?: boolean;
  /** The user of its workers. Only root can choose one. */
  readonly user?: string;
  /** Changes the documented location block. */
  readonly change?: (block: string) => string;
}

/** Starts a real nginx in front of a port, with the location block of the README. Returns the origin that browsers use. */
export async function startNginx({
  to,
  hasPrefixKept = true,
  isTls = false,
  user,
  change = (block) => block,
}: NginxOptions): Promise<string> {
  if (nginxProgram === undefined) throw new Error('No nginx: run `npm run set-up`.');
  const folder = await temporaryFolder();
  await chmod(folder, 0o755); // for workers of another user
  const port = await freePort();
  const { cert, key } = createAuthority().issue(proxyHost);
  await writeFile(path.join(folder, 'cert.pem'), cert);
  await writeFile(path.join(folder, 'key.pem'), key);
  const block = change(await documentedBlock()).replace('http://127.0.0.1:7335', `http://127.0.0.1:${to}${hasPrefixKept ? '' : '/'}`);
  const own = process.getuid?.() === 0 ? `user ${user ?? 'root'};` : '';
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  const config = `${own}
    daemon off;
    worker_processes 1;
    pid ${folder}/nginx.pid;
    error_log stderr;
    events {}
    http {
      access_log off;
      ${temporary.join(' ')}
      server {
        listen 127.0.0.1:${port}${isTls ? ' ssl' : ''};
        ${isTls ? `ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem;` : ''}
        ${block}
      }
    }`;
  await writeFile(path.join(folder, 'nginx.conf'), config);
  const child = spawn(nginxProgram, ['-p', folder, '-c', path.join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
  const said: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString('utf8')));
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended:\n${said.join('')}`);
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect'); // or throws if nothing listens yet
    socket.destroy();
  });
  return `${isTls ? 'https' : 'http'}://${proxyHost}:${port}`;
}

/** The block that users are told to copy, so that the documented one is tested. */
async function documentedBlock(): Promise<string> {
  const readme = await readFile(path.join(root, 'electron/browser/README.md'), 'utf8');
  const [, block] = /```nginx\n(.*?)```/s.exec(readme) ?? [];
  if (block === undefined) throw new Error('electron/browser/README.md shows no nginx block.');
  return block;
}
