import { ok } from '../../contract/failure.ts';
import type { Handlers } from '../../contract/routes.ts';
import type { SettingsStore } from '../settings/settings.ts';

/** What the user has chosen. */
export function settingsHandlers(settings: SettingsStore): Handlers<'settings.read' | 'settings.change', unknown> {
  return {
    'settings.read': () => ok(settings.read()),
    'settings.change': (change) => settings.change(change),
  };
}
