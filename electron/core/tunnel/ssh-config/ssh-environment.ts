import os from 'node:os';
import path, { type PlatformPath } from 'node:path';
import { readdir, readFile } from 'node:fs/promises';
import { errorCode } from '../../shared/node-error.ts';

/** A config file and whose it is: relative includes of the user's are looked for in ~/.ssh, of the system's beside it. */
export interface ConfigSource {
  readonly path: string;
  readonly owner: 'user' | 'system';
}

/** All that an ssh config may refer to besides itself. */
export interface SshEnvironment {
  /** In the order of precedence. */
  readonly configFiles: readonly ConfigSource[];
  readonly home: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly isWindows: boolean;
  readonly localUser: string;
  readonly localUserId: string;
  readonly localHost: string;
  readonly reader: ConfigReader;
}

/** The env on this machine; the environment is a parameter because a desktop start may lack parts of it. */
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

/** Where OpenSSH keeps what is for all users. */
export function systemFolder(isWindows: boolean, environment: SshEnvironment['variables']): string {
  return isWindows ? `${environment['ProgramData'] ?? 'C:\\ProgramData'}\\ssh` : '/etc/ssh';
}

/** Paths as the platform writes them, also where a test plays another platform. */
export function platformPath({ isWindows }: Pick<SshEnvironment, 'isWindows'>): PlatformPath {
  return isWindows ? path.win32 : path.posix;
}

/** The key files OpenSSH tries where none is named. */
export function defaultIdentityFiles(env: Pick<SshEnvironment, 'home' | 'isWindows'>): readonly string[] {
  return ['id_rsa', 'id_ecdsa', 'id_ecdsa_sk', 'id_ed25519', 'id_ed25519_sk', 'id_xmss', 'id_dsa'].map((name) =>
    platformPath(env).join(env.home, '.ssh', name),
  );
}

function userName(environment: SshEnvironment['variables']): string {
  try {
    return os.userInfo().username;
  } catch {
    return environment['USER'] ?? environment['USERNAME'] ?? ''; // a user id without an entry in the user database
  }
}

/** How config files are reached, so that tests need no disk. */
export interface ConfigReader {
  /** Nothing: there is no such file. Throws where it is there but can't be read. */
  readonly read: (file: string) => Promise<string | undefined>;
  /** The names in a folder; none where there is no such folder. */
  readonly list: (folder: string) => Promise<readonly string[]>;
}

/** The disk. */
export const diskConfigReader: ConfigReader = {
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
