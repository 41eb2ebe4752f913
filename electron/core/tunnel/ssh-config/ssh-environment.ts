import { accessSync, constants } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { userName } from '../../shared/user-name.ts';
import { windowsProgram } from '../../shared/windows-program.ts';
import { type AgentEnvironment, listPipes } from './find-agent.ts';

/** Everything an ssh config may refer to. */
export interface SshEnvironment extends AgentEnvironment {
  readonly userConfig: string;
  readonly home: string;
  /** The absolute path of ssh, or undefined if this machine has none. */
  readonly ssh: string | undefined;
}

/** Returns the environment of this machine. The variables are a parameter, because a desktop start may lack some. */
export function systemSshEnvironment(variables: SshEnvironment['variables']): SshEnvironment {
  const home = os.homedir();
  const userConfig = path.join(home, '.ssh', 'config');
  return { userConfig, home, variables, localUser: userName(variables), ssh: findSsh(variables), pipes: listPipes() };
}

/** Returns OpenSSH's system-wide folder. */
export function systemFolder(variables: SshEnvironment['variables']): string {
  return process.platform === 'win32' ? `${variables['ProgramData'] ?? 'C:\\ProgramData'}\\ssh` : '/etc/ssh';
}

/** Returns the key files OpenSSH tries if none is named. */
export function defaultIdentityFiles({ home }: Pick<SshEnvironment, 'home'>): readonly string[] {
  return ['id_rsa', 'id_ecdsa', 'id_ecdsa_sk', 'id_ed25519', 'id_ed25519_sk', 'id_xmss', 'id_dsa'].map((name) =>
    path.join(home, '.ssh', name),
  );
}

/** Looks in absolute folders only, because a program called ssh in the current one may be anybody's. */
function findSsh(variables: SshEnvironment['variables']): string | undefined {
  if (process.platform === 'win32') {
    const ssh = windowsProgram(String.raw`OpenSSH\ssh.exe`, variables);
    return isExecutable(ssh) ? ssh : undefined;
  }
  const folders = [...(variables['PATH'] ?? '').split(path.delimiter), '/usr/bin'].filter((folder) => path.isAbsolute(folder));
  return folders.map((folder) => path.join(folder, 'ssh')).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
