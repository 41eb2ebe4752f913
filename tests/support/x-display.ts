import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** A display for windows, and how those who draw on it find it. */
export interface XDisplay {
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** Whether whoever runs the tests has a display; its clipboard and its focus are shared by all windows on it. */
export function hasDisplay(): boolean {
  return process.platform !== 'linux' || process.env['DISPLAY'] !== undefined || process.env['WAYLAND_DISPLAY'] !== undefined;
}

/** The display there is, else a virtual one on which nobody else draws. */
export async function openDisplay(): Promise<XDisplay> {
  if (hasDisplay()) return { environment: {}, close: async () => undefined };
  const words = ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'];
  const child = spawn('Xvfb', words, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdio[3] as Readable }); // a pipe that it writes to
  const [number] = (await Promise.race([once(lines, 'line'), exited.then(() => Promise.reject(new Error('Xvfb ended at once.')))])) as [
    string,
  ];
  return {
    environment: { DISPLAY: `:${number}` },
    close: async () => {
      child.kill();
      await exited;
    },
  };
}
