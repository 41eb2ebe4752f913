import type { LocalApiStatus, LocalApiRequest } from './local-api.ts';
import type { Connection, PendingSshQuestion } from './connection.ts';
import type { ConnectionCheck } from './connection-check.ts';
import type { AnswerProgress, Turn } from './chat-turn.ts';
import type { Conversation, HistoryProgress, StoredMessage } from './history.ts';
import type { Library } from './library.ts';
import type { Notice } from './app-info.ts';
import type { Profile } from './profile.ts';
import type { RunSummary } from './runs.ts';
import type { Settings } from './settings.ts';
import type { ScoringProgress } from './tokens.ts';
import type { Toolbox } from './tool.ts';

/** Events that the main process sends to the renderer. */
export interface Events {
  readonly 'settings.changed': Settings;
  readonly 'notices.changed': readonly Notice[];
  readonly 'connection.changed': Connection;
  readonly 'questions.changed': readonly PendingSshQuestion[];
  readonly 'profiles.changed': ProfileList;
  readonly 'connectionCheck.changed': ConnectionCheck;
  readonly 'localApi.changed': LocalApiStatus;
  /** Requests that changed since the last event. */
  readonly 'localApi.requests': readonly LocalApiRequest[];
  /** Conversations that were created or changed. */
  readonly 'history.changed': readonly Conversation[];
  /** Conversations that were deleted permanently. */
  readonly 'history.purged': readonly string[];
  readonly 'history.progress': HistoryProgress;
  /** A message that was created or changed its state. The text of a running answer comes with `chat.progress`. */
  readonly 'chat.message': StoredMessage;
  readonly 'chat.progress': AnswerProgress;
  readonly 'notebook.scoring': ScoringProgress;
  /** All active turns. */
  readonly 'chat.turns': readonly Turn[];
  /** Runs that were created or changed, a few times a second while they are running. */
  readonly 'runs.changed': readonly RunSummary[];
  readonly 'runs.deleted': readonly string[];
  readonly 'tools.changed': Toolbox;
  readonly 'library.changed': Library;
  /** Sent in a browser, by the page itself: a lost connection to the program is back, so events may have been missed. */
  readonly 'link.restored': undefined;
  /** A command from the application menu. */
  readonly 'window.command': WindowCommand;
}

/** All profiles and the active one. */
export interface ProfileList {
  readonly profiles: readonly Profile[];
  readonly activeId: string | null;
}

export type WindowCommand =
  | 'new-conversation'
  | 'open-palette'
  | 'toggle-sidebar'
  | 'go-chat'
  | 'go-notebook'
  | 'go-runs'
  | 'go-library'
  | 'go-tools'
  | 'go-connection'
  | 'go-settings'
  | 'switch-mode'
  | 'diagnose'
  | 'open-help'
  | 'show-places'
  | 'find';

export type EventName = keyof Events;

/** An event message. */
export type EventMessage = { readonly [E in EventName]: { readonly event: E; readonly payload: Events[E] } }[EventName];
