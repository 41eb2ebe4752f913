import { existsSync } from 'node:fs';

/** The Chromium of this machine, if there is one. */
export function findChromium(): string | undefined {
  return [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (file) => file !== undefined && existsSync(file),
  );
}
