import { app } from 'electron';
import type { Core } from '../core/create-core.ts';
import { shellText } from './text.ts';

/** Warns the user if the installed program runs without Chromium's sandbox. An AppImage does so where it may create no namespace. */
export function warnWithoutSandbox(core: Core): void {
  const isRoot = process.getuid?.() === 0; // Chromium has no sandbox for root
  if (!app.isPackaged || isRoot || !app.commandLine.hasSwitch('no-sandbox')) return;
  core.log.warn('app.no-sandbox');
  core.notices.add({ tone: 'warning', ...shellText.noSandbox });
}
