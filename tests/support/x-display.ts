import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** A display, and the environment for programs that use it. */
export interface XDisplay {
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** Returns true if the tests run on a display. Its windows share one clipboard and one focus. */
export function hasDisplay(): boolean {
  return process.platform !== 'linux' || process.env['DISPLAY'] !== undefined || process.env['WAYLAND_DISPLAY'] !== undefined;
}

/** Returns the existing display, or starts a virtual one for this process alone. */
export async function openDisplay(): Promise<XDisplay> {
  if (hasDisplay()) return { environment: {}, close: async () => undefined };
  const args = ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'];
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdio[3] as Readable }); // Xvfb writes the display's number to this pipe
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
