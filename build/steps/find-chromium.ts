import { existsSync } from 'node:fs';

const defaultPaths = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`);

/** Returns this machine's Chromium, if any. CHROMIUM takes precedence. */
export function findChromium(): string | undefined {
  return [process.env['CHROMIUM'], ...defaultPaths].find((file) => file !== undefined && existsSync(file));
}
