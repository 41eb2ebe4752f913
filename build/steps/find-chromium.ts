import { existsSync } from 'node:fs';

const usualPlaces = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`);

/** The Chromium of this machine, if there is one; the one in CHROMIUM before all others. */
export function findChromium(): string | undefined {
  return [process.env['CHROMIUM'], ...usualPlaces].find((file) => file !== undefined && existsSync(file));
}
