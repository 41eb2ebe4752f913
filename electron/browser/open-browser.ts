import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { windowsProgram } from '../core/program-start.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns whether the user could see a window: a display is set on Linux, or the login isn't over SSH elsewhere. */
export function hasDisplay(platform: NodeJS.Platform, environment: Environment): boolean {
  if (platform === 'linux')
    return [environment['DISPLAY'], environment['WAYLAND_DISPLAY']].some((name) => name !== undefined && name !== '');
  return environment['SSH_CONNECTION'] === undefined;
}

/** A browser that can show the window. */
export interface BrowserProgram {
  readonly command: string;
  /** Arguments before the URL. */
  readonly args: readonly string[];
  readonly supportsAppWindow: boolean;
}

const linuxNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'brave-browser', 'microsoft-edge', 'vivaldi'];
const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser', 'Vivaldi'];
const windowsPaths = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
  'BraveSoftware\\Brave-Browser\\Application\\brave.exe',
];

/** Finds a Chromium-based browser, which can show a page as an app window. Falls back to the default browser. */
export async function findBrowser(platform: NodeJS.Platform, environment: Environment, isRoot: boolean): Promise<BrowserProgram> {
  // as root, Chromium needs --no-sandbox, and the sandbox matters more than an app window
  const candidates = isRoot ? [] : chromiumPaths(platform, environment);
  for (const command of candidates) {
    if (await isExecutable(command)) return { command, args: [], supportsAppWindow: true };
  }
  if (platform === 'darwin') return { command: 'open', args: [], supportsAppWindow: false };
  if (platform === 'win32') {
    const command = windowsProgram('rundll32.exe', environment);
    return { command, args: ['url.dll,FileProtocolHandler'], supportsAppWindow: false };
  }
  return { command: 'xdg-open', args: [], supportsAppWindow: false };
}

/** Opens a URL. Returns false if the browser can't be started. */
export async function openAddress({ command, args, supportsAppWindow }: BrowserProgram, address: string): Promise<boolean> {
  const { spawn } = await import('node:child_process'); // not loaded before the first page, unless it is needed
  return new Promise((resolve) => {
    const child = spawn(command, [...args, supportsAppWindow ? `--app=${address}` : address], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

function chromiumPaths(platform: NodeJS.Platform, environment: Environment): readonly string[] {
  if (platform === 'darwin') return macApps.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  if (platform === 'win32') {
    const folders = [environment['ProgramFiles'], environment['ProgramFiles(x86)'], environment['LOCALAPPDATA']];
    return folders.flatMap((folder) => (folder === undefined ? [] : windowsPaths.map((file) => path.win32.join(folder, file))));
  }
  const folders = (environment['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return linuxNames.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** The user's SSH login to this computer. */
export interface SshLogin {
  readonly user: string;
  readonly hostName: string;
  /** Addresses and ports of client and server, as set by sshd. */
  readonly sshConnection: string | undefined;
}

/** Returns the ssh command that forwards a port of this computer to the user's computer. */
export function sshForwardCommand(port: number, { user, hostName, sshConnection }: SshLogin): string {
  const [, , address, sshPort] = sshConnection?.split(' ') ?? [];
  // a login from this computer would forward to itself
  const isRemote = address !== undefined && !/^(127\.|::1$)/.test(address);
  const portFlag = isRemote && sshPort !== undefined && sshPort !== '22' ? ` -p ${sshPort}` : '';
  return `ssh -N -L ${port}:127.0.0.1:${port}${portFlag} ${user === '' ? '' : `${user}@`}${isRemote ? address : hostName}`;
}
