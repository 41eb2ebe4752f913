import { spawn, type ChildProcess } from 'node:child_process';

/** Ends a program and all that it started. It must be spawned `detached`, so that it leads a process group. */
export function killGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on('error', () => child.kill());
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // the group has ended already
  }
}
