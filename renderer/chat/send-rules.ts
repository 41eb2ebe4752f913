import type { Model } from '../../electron/contract/catalog.ts';
import type { Connection } from '../../electron/contract/connection.ts';
import type { Run } from '../../electron/contract/chat-turn.ts';
import type { Conversation } from '../../electron/contract/history.ts';
import { unavailableReason } from '../state/model-choice.ts';
import type { Settings } from '../../electron/contract/settings.ts';

/** Everything that decides whether a message can be sent. */
export interface SendState {
  readonly connection: Connection;
  /** The model to ask, or undefined if there is none. */
  readonly model: Model | undefined;
  /** The model id saved in the conversation, available or not. */
  readonly chosenModel: string | null;
  readonly conversation: Pick<Conversation, 'trashedAt'> | null;
  readonly run: Pick<Run, 'state'> | undefined;
  readonly isEmpty: boolean;
  /** The shortcut that focuses a pending call, as text. */
  readonly pendingCallKeys: string;
  /** The conversation is loaded or new. */
  readonly isOpen: boolean;
}

/** Returns why a message can't be sent now, or undefined if it can. */
export function sendBlockedReason({
  connection,
  model,
  chosenModel,
  conversation,
  run,
  isEmpty,
  isOpen,
  pendingCallKeys,
}: SendState): string | undefined {
  if (connection.state === 'starting') return 'Can’t send yet: the connection is starting.';
  if (connection.state === 'failed') return 'Can’t send: there is no connection.';
  if (!isOpen) return 'Can’t send: the conversation is not open.';
  if (conversation !== null && conversation.trashedAt !== null) return 'Can’t send: this conversation is in the trash.';
  if (model === undefined)
    return chosenModel === null
      ? 'Can’t send: the service offers no chat model.'
      : `${chosenModel} is not offered here: choose another model.`;
  const modelProblem = unavailableReason(model, connection.mode);
  if (modelProblem !== undefined)
    return `Can’t ask ${model.id}. ${modelProblem}${model.presence[connection.mode] === 'gone' ? ' Choose another model.' : ''}`;
  if (run?.state === 'waiting-for-user') return `A tool call waits for you above: ${pendingCallKeys} goes there.`;
  if (run !== undefined) return 'Being answered.';
  if (isEmpty) return 'Write a message to send.';
  return undefined;
}

/** Whether a key press sends the message. The other of the two keys inserts a line break. */
export function isSendKey(
  press: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing'>,
  sendsWith: Settings['chat']['sendsWith'],
): boolean {
  // Enter confirms a word while an input method is composing.
  if (press.key !== 'Enter' || press.isComposing || press.shiftKey || press.altKey) return false;
  const hasCommand = press.ctrlKey || press.metaKey;
  return sendsWith === 'enter' || hasCommand;
}
