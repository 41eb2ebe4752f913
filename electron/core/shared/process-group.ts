import { spawn, type ChildProcess } from 'node:child_process';
import { windowsProgram } from './windows-program.ts';

/** Ends a program and all that it started. It must be spawned `detached`, so that it leads a process group. */
export function killGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    if (child.exitCode !== null || child.signalCode !== null) return; // its id may be another program's by now
    const words = ['/pid', String(child.pid), '/T', '/F'];
    spawn(windowsProgram('taskkill.exe'), words, { stdio: 'ignore', windowsHide: true }).on('error', () => child.kill());
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // the group has ended already, or belongs to another user
  }
}
