import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ok, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import { findConfigError, lastLine } from '../openssh/parse-ssh-error.ts';
import { configText } from '../text.ts';
import type { HopQuery, Settings } from './to-hop.ts';
import type { SshEnvironment } from './ssh-environment.ts';

/** `Match exec` may run anything. */
const timeoutMs = 5000;

/** Returns the settings of a host as `ssh -G` prints them, defaults included. The host and login must be safe as arguments. */
export async function askSsh(program: string, query: HopQuery, env: SshEnvironment): Promise<Result<Settings>> {
  const { host, port, login, proxyJump } = query;
  const words = [
    '-G',
    ...configArguments(env),
    ...(proxyJump === undefined ? [] : ['-J', proxyJump]),
    ...(login === undefined ? [] : ['-l', login]),
    ...(port === undefined ? [] : ['-p', String(port)]),
    '--',
    host,
  ];
  const output = await new Promise<Result<string>>((resolve) => {
    const options = { env: env.variables, timeout: timeoutMs, windowsHide: true } as const;
    const child = execFile(program, words, options, (error, stdout, stderr) => {
      if (!error) return resolve(ok(stdout));
      const line = error.killed === true ? configText.commandTooLong : (findConfigError(stderr) ?? lastLine(stderr));
      resolve(fail('system-ssh-config-invalid', { line }));
    });
    child.stdin?.end();
  });
  return output.ok ? ok(parseSettings(output.value)) : output;
}

/** ssh reads the config in the home folder of the user database, and the system's. Another one must be named. */
function configArguments({ userConfig }: SshEnvironment): readonly string[] {
  if (userConfig === path.join(os.userInfo().homedir, '.ssh', 'config')) return [];
  return ['-F', existsSync(userConfig) ? userConfig : 'none'];
}

function parseSettings(stdout: string): Settings {
  const settings = new Map<string, readonly string[]>();
  for (const line of stdout.split(/\r?\n/)) {
    const end = line.indexOf(' ');
    if (end > 0) settings.set(line.slice(0, end), [...(settings.get(line.slice(0, end)) ?? []), line.slice(end + 1)]);
  }
  return settings;
}
