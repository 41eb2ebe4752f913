import { runPackage } from './command.ts';
import { drawTray } from './draw-tray.ts';

/** Builds main, preload and window into build/out, and the pictures for the tray. */
export async function bundle(): Promise<void> {
  const status = await runPackage('electron-vite/bin/electron-vite.js', ['build', '--config', 'build/bundler.ts', '--logLevel', 'warn']);
  if (status !== 0) process.exit(status);
  drawTray();
}
