import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether somebody would see a window: on Linux a display is named, and elsewhere whoever logs in by SSH sees none. */
export function hasDisplay(platform: NodeJS.Platform, environment: Environment): boolean {
  if (platform === 'linux')
    return [environment['DISPLAY'], environment['WAYLAND_DISPLAY']].some((name) => name !== undefined && name !== '');
  return environment['SSH_CONNECTION'] === undefined;
}

/** A browser to show the window in. */
export interface BrowserProgram {
  readonly command: string;
  /** What comes before the address. */
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

/** A Chromium-family browser, which can show a page as a window of its own, else the user's default browser. */
export async function findBrowser(platform: NodeJS.Platform, environment: Environment, isRoot: boolean): Promise<BrowserProgram> {
  // as root, Chromium starts only without its sandbox, which is worth more than a window without an address bar
  const candidates = isRoot ? [] : chromiumPaths(platform, environment);
  for (const command of candidates) {
    if (await isExecutable(command)) return { command, args: [], supportsAppWindow: true };
  }
  if (platform === 'darwin') return { command: 'open', args: [], supportsAppWindow: false };
  if (platform === 'win32') return { command: 'rundll32', args: ['url.dll,FileProtocolHandler'], supportsAppWindow: false };
  return { command: 'xdg-open', args: [], supportsAppWindow: false };
}

/** Opens an address; false if the browser can't be started. */
export function openAddress({ command, args, supportsAppWindow }: BrowserProgram, address: string): Promise<boolean> {
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

/** What is known of how the user got here. */
export interface SshLogin {
  readonly user: string;
  readonly hostName: string;
  /** The client's address and port and the server's, as sshd sets it. */
  readonly sshConnection: string | undefined;
}

/** The command that brings ports of this computer to the user's own. */
export function sshForwardCommand(ports: readonly number[], { user, hostName, sshConnection }: SshLogin): string {
  const [, , address, port] = sshConnection?.split(' ') ?? [];
  // who logged in from this very computer would forward to themselves
  const isRemote = address !== undefined && !/^(127\.|::1$)/.test(address);
  const portFlag = isRemote && port !== undefined && port !== '22' ? ` -p ${port}` : '';
  const forwards = ports.map((each) => `-L ${each}:127.0.0.1:${each}`).join(' ');
  return `ssh -N ${forwards}${portFlag} ${user}@${isRemote ? address : hostName}`;
}
