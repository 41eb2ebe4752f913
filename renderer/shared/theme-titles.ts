import type { Settings } from '../../electron/contract/settings.ts';

/** What each theme is called. */
export const themeTitles: Readonly<Record<Settings['theme'], string>> = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
};
