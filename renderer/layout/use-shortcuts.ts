import { useEffect, useEffectEvent } from 'react';
import { matchesShortcut } from '../ui/shortcut.ts';
import type { Command } from './command.ts';

/** Runs commands by their shortcuts, wherever the focus is, as far as the window's state lets them. */
export function useShortcuts(commands: readonly Command[], isMac: boolean, canRun: (command: Command) => boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat) return;
    const command = commands.find(({ shortcut }) => shortcut !== undefined && matchesShortcut(event, shortcut, isMac));
    if (command === undefined) return;
    // Also keeps the accelerator of the application menu from doing the same a second time.
    event.preventDefault();
    if (canRun(command)) command.run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      onKeyDown(event);
    };
    window.addEventListener('keydown', listener);
    return () => {
      window.removeEventListener('keydown', listener);
    };
  }, []);
}
