import { execFile } from 'node:child_process';
import { access, constants, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ok, type Result } from '../contract/failure.ts';
import { fail } from '../contract/failures/start.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the desktop program's data folder, which Electron chooses per platform. */
export function defaultDataFolder(platform: NodeJS.Platform, home: string, environment: Environment): string {
  const program = 'Causeway';
  if (platform === 'darwin') return path.join(home, 'Library/Application Support', program);
  if (platform === 'win32') return path.join(environment['APPDATA'] || path.join(home, 'AppData/Roaming'), program);
  return path.join(environment['XDG_CONFIG_HOME'] || path.join(home, '.config'), program);
}

/** The system that a folder is created on. */
interface System {
  readonly platform: NodeJS.Platform;
  readonly environment: Environment;
  readonly run: (file: string, args: readonly string[]) => Promise<unknown>;
}

const runHidden: System['run'] = (file, args) => promisify(execFile)(file, args, { windowsHide: true });

/** Creates a folder and its parents. Other users can't read a new one. Fails if it isn't writable. */
export async function makeFolder(
  folder: string,
  { platform = process.platform, environment = process.env, run = runHidden }: Partial<System> = {},
): Promise<Result<undefined>> {
  try {
    const command = (await makeRecursively(folder)) ? restrictCommand(folder, platform, environment) : undefined;
    // some file systems, such as that of a memory stick, have no permissions
    if (command) await run(command.file, command.args).catch(() => undefined);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok(undefined);
  } catch (error) {
    const detail = error instanceof Error ? error.message.replace(/,.*/, '') : String(error);
    return fail('data-folder-unusable', { folder, detail });
  }
}

/**
 * Returns the command that takes a new folder from other users on Windows, where modes do nothing. Undefined elsewhere, and for a folder in
 * the user's profile, which is theirs alone.
 */
export function restrictCommand(
  folder: string,
  platform: NodeJS.Platform,
  { USERPROFILE, APPDATA, LOCALAPPDATA, SystemRoot, USERDOMAIN, USERNAME }: Environment,
): { readonly file: string; readonly args: readonly string[] } | undefined {
  const { win32 } = path;
  const isInside = (parent: string): boolean => {
    const below = win32.relative(parent, folder);
    return !below.startsWith('..') && !win32.isAbsolute(below);
  };
  if (platform !== 'win32' || [USERPROFILE, APPDATA, LOCALAPPDATA].some((parent) => parent && isInside(parent))) return undefined;
  const user = [USERDOMAIN, USERNAME].join('\\');
  const [system, administrators] = ['*S-1-5-18', '*S-1-5-32-544']; // their names depend on the language
  const grants = [user, system, administrators].flatMap((name) => ['/grant:r', `${name}:(OI)(CI)F`]);
  return { file: win32.join(SystemRoot ?? String.raw`C:\Windows`, 'System32', 'icacls.exe'), args: [folder, '/inheritance:r', ...grants] };
}

/** Creates one folder at a time, because Node's recursive mkdir never ends below /proc. Returns whether it is new. */
async function makeRecursively(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return false;
  if (found) throw new Error('ENOTDIR: it’s a file');
  if (path.dirname(folder) !== folder) await makeRecursively(path.dirname(folder));
  await mkdir(folder, { mode: 0o700 });
  return true;
}
