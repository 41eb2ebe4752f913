import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Installs a .deb, with the rights that the user grants. electron-updater does so without returning to the event loop, so that Electron
 * takes the program for hung: a second start kills it after 20 s, and runs beside the installer.
 */
export async function installDeb(file: string, isRoot = process.getuid?.() === 0): Promise<void> {
  const args = ['install', '-y', file];
  await (isRoot ? run('apt-get', args) : run('pkexec', ['--disable-internal-agent', 'apt-get', ...args]));
}
