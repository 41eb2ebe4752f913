import { powerMonitor } from 'electron';
import type { Core } from '../../core/create-core.ts';

/** Tells the core what the desktop knows of sleep and wake; after both, a connection may be dead without a word. */
export function followPower(core: Core): void {
  powerMonitor.on('suspend', () => core.log.info('power.suspend'));
  powerMonitor.on('resume', () => {
    core.log.info('power.resume');
    core.networkMayHaveChanged('the computer woke up');
  });
  powerMonitor.on('unlock-screen', () => core.networkMayHaveChanged('the screen was unlocked'));
}
