import { describe, expect, test } from 'vitest';
import { menuTemplate } from '../../electron/shell/menu.ts';
import { shellText } from '../../electron/shell/text.ts';

const text = shellText.menu;

const actions = { command: () => undefined, showLogs: () => undefined, saveDiagnostics: () => undefined, installUpdate: undefined };

interface Item {
  readonly label?: string;
  readonly role?: string;
  readonly submenu?: unknown;
}

function names(platform: NodeJS.Platform, isPackaged: boolean): string[] {
  const flat = (items: readonly Item[]): string[] =>
    items.flatMap(({ label, role, submenu }) => [label ?? role ?? '', ...(Array.isArray(submenu) ? flat(submenu as Item[]) : [])]);
  return flat(menuTemplate(platform, isPackaged, actions));
}

describe('application menu', () => {
  test('has no developer tools and no reload when packaged', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      expect(names(platform, true)).not.toContain('toggleDevTools');
      expect(names(platform, true)).not.toContain('reload');
      expect(names(platform, true)).toEqual(expect.arrayContaining([text.showLogs, text.dataLocations, text.saveSupportBundle, 'quit']));
    }
  });

  test('starts with the application menu on macOS, with Settings and Quit', () => {
    expect(names('darwin', true)[0]).toBe('appMenu');
    expect(names('linux', true)).not.toContain('appMenu');
  });
});
