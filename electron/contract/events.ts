import type { Connection } from './connection.ts';
import type { AnswerProgress } from './exchange.ts';
import type { Notice } from './notice.ts';
import type { Settings } from './settings.ts';

/** All that the main process tells the renderer unasked. */
export interface Events {
  readonly 'settings.changed': Settings;
  readonly 'notices.changed': readonly Notice[];
  readonly 'connection.changed': Connection;
  readonly 'chat.progress': AnswerProgress;
  /** A command of the application menu, for the window to carry out. */
  readonly 'window.command': WindowCommand;
}

export type WindowCommand = 'new-conversation' | 'open-palette' | 'toggle-sidebar' | 'go-chat' | 'go-connection' | 'go-settings';

export type EventName = keyof Events;

/** One event as it crosses the border. */
export type EventMessage = { readonly [E in EventName]: { readonly event: E; readonly payload: Events[E] } }[EventName];
