import type { Settings } from '../../electron/contract/settings.ts';

/** The themes in the order they are offered. */
export const themes = ['system', 'light', 'dark'] as const satisfies readonly Settings['theme'][];

/** What each theme is called. */
export const themeTitles: Readonly<Record<Settings['theme'], string>> = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
};
