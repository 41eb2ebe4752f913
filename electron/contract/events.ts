import type { AgentStatus, AgentRequest } from './agent.ts';
import type { Connection } from './connection.ts';
import type { ConnectionCheck } from './connection-check.ts';
import type { AnswerProgress, Run } from './chat-turn.ts';
import type { Conversation, HistoryProgress, StoredMessage } from './history.ts';
import type { Library } from './library.ts';
import type { Notice } from './notice.ts';
import type { Profile } from './profile.ts';
import type { PendingSshQuestion } from './ssh-question.ts';
import type { Settings } from './settings.ts';
import type { Toolbox } from './tool.ts';

/** All that the main process tells the renderer unasked. */
export interface Events {
  readonly 'settings.changed': Settings;
  readonly 'notices.changed': readonly Notice[];
  readonly 'connection.changed': Connection;
  readonly 'questions.changed': readonly PendingSshQuestion[];
  readonly 'profiles.changed': ProfileList;
  readonly 'connectionCheck.changed': ConnectionCheck;
  readonly 'agent.changed': AgentStatus;
  /** Requests that began, went on or ended since the last time. */
  readonly 'agent.requests': readonly AgentRequest[];
  /** Conversations that were made or changed. */
  readonly 'history.changed': readonly Conversation[];
  /** Conversations that are gone for good. */
  readonly 'history.purged': readonly string[];
  readonly 'history.progress': HistoryProgress;
  /** A message that was made, or whose state changed; the growth of an answer is told by `chat.progress`. */
  readonly 'chat.message': StoredMessage;
  readonly 'chat.progress': AnswerProgress;
  /** All that is under way. */
  readonly 'chat.runs': readonly Run[];
  readonly 'tools.changed': Toolbox;
  readonly 'library.changed': Library;
  /** A command of the application menu, for the window to carry out. */
  readonly 'window.command': WindowCommand;
}

/** All profiles, and the one in use. */
export interface ProfileList {
  readonly profiles: readonly Profile[];
  readonly activeId: string | null;
}

export type WindowCommand =
  | 'new-conversation'
  | 'open-palette'
  | 'toggle-sidebar'
  | 'go-chat'
  | 'go-complete'
  | 'go-library'
  | 'go-tools'
  | 'go-connection'
  | 'go-settings'
  | 'switch-mode'
  | 'diagnose'
  | 'show-places'
  | 'find';

export type EventName = keyof Events;

/** One event as it crosses the border. */
export type EventMessage = { readonly [E in EventName]: { readonly event: E; readonly payload: Events[E] } }[EventName];
