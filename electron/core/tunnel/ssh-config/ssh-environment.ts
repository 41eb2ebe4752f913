import os from 'node:os';
import path, { type PlatformPath } from 'node:path';
import { readdir, readFile } from 'node:fs/promises';
import { errorCode } from '../../shared/node-error.ts';
import { userName } from '../../shared/user-name.ts';

/** A config file and its owner. Relative includes start at ~/.ssh for the user's file and beside the file for the system's. */
export interface ConfigSource {
  readonly path: string;
  readonly owner: 'user' | 'system';
}

/** Everything an ssh config may refer to. */
export interface SshEnvironment {
  /** In order of precedence. */
  readonly configFiles: readonly ConfigSource[];
  readonly home: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly isWindows: boolean;
  readonly localUser: string;
  readonly localUserId: string;
  readonly localHost: string;
  readonly reader: ConfigReader;
}

/** Returns the environment of this machine. The variables are a parameter, because a desktop start may lack some. */
export function systemSshEnvironment(environment: SshEnvironment['variables']): SshEnvironment {
  const isWindows = process.platform === 'win32';
  const home = os.homedir();
  return {
    configFiles: [
      { path: path.join(home, '.ssh', 'config'), owner: 'user' },
      { path: path.join(systemFolder(isWindows, environment), 'ssh_config'), owner: 'system' },
    ],
    home,
    variables: environment,
    isWindows,
    localUser: userName(environment),
    localUserId: String(process.getuid?.() ?? 0),
    localHost: os.hostname(),
    reader: diskConfigReader,
  };
}

/** Returns OpenSSH's system-wide folder. */
export function systemFolder(isWindows: boolean, environment: SshEnvironment['variables']): string {
  return isWindows ? `${environment['ProgramData'] ?? 'C:\\ProgramData'}\\ssh` : '/etc/ssh';
}

/** Returns the path functions of the platform, which may differ in tests. */
export function platformPath({ isWindows }: Pick<SshEnvironment, 'isWindows'>): PlatformPath {
  return isWindows ? path.win32 : path.posix;
}

/** Returns the key files OpenSSH tries if none is named. */
export function defaultIdentityFiles(env: Pick<SshEnvironment, 'home' | 'isWindows'>): readonly string[] {
  return ['id_rsa', 'id_ecdsa', 'id_ecdsa_sk', 'id_ed25519', 'id_ed25519_sk', 'id_xmss', 'id_dsa'].map((name) =>
    platformPath(env).join(env.home, '.ssh', name),
  );
}

/** Reads config files. A parameter, so that tests need no disk. */
export interface ConfigReader {
  /** Returns undefined if the file doesn't exist. Throws if it can't be read. */
  readonly read: (file: string) => Promise<string | undefined>;
  /** Returns the names in a folder, or none if it doesn't exist. */
  readonly list: (folder: string) => Promise<readonly string[]>;
}

/** Reads from the disk. */
const diskConfigReader: ConfigReader = {
  read: async (file) => {
    try {
      return await readFile(file, 'utf8');
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  },
  list: async (folder) => {
    try {
      return await readdir(folder);
    } catch {
      return [];
    }
  },
};

function isAbsent(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR';
}
