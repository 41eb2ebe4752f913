import type { Model } from '../../electron/contract/catalog.ts';
import type { Connection } from '../../electron/contract/connection.ts';
import type { Run } from '../../electron/contract/chat-turn.ts';
import type { Conversation } from '../../electron/contract/history.ts';
import { unavailableReason } from '../state/model-choice.ts';

/** What decides whether a message can be sent. */
export interface SendState {
  readonly connection: Connection;
  /** The model to ask; undefined where there is none. */
  readonly model: Model | undefined;
  /** The id the conversation names, whether such a model is there or not. */
  readonly chosenModel: string | null;
  readonly conversation: Pick<Conversation, 'trashedAt'> | null;
  readonly run: Pick<Run, 'state'> | undefined;
  readonly isEmpty: boolean;
  /** The keys that go to a waiting call, in words. */
  readonly callKeys: string;
  /** The conversation is there, or a new one. */
  readonly isOpen: boolean;
}

/** Why a message can't be sent now, in words; undefined when it can. */
export function sendBlockedReason({
  connection,
  model,
  chosenModel,
  conversation,
  run,
  isEmpty,
  isOpen,
  callKeys,
}: SendState): string | undefined {
  if (connection.state === 'starting') return 'Can’t send yet: the connection is starting.';
  if (connection.state === 'failed') return 'Can’t send: there is no connection.';
  if (!isOpen) return 'Can’t send: the conversation is not open.';
  if (conversation !== null && conversation.trashedAt !== null) return 'Can’t send: this conversation is in the trash.';
  if (model === undefined)
    return chosenModel === null
      ? 'Can’t send: the service offers no chat model.'
      : `${chosenModel} is not offered here: choose another model.`;
  const trouble = unavailableReason(model, connection.mode);
  if (trouble !== undefined)
    return `Can’t ask ${model.id}. ${trouble}${model.presence[connection.mode] === 'gone' ? ' Choose another model.' : ''}`;
  if (run?.state === 'waiting-for-user') return `A tool call waits for you above: ${callKeys} goes there.`;
  if (run !== undefined) return 'Being answered.';
  if (isEmpty) return 'Write a message to send.';
  return undefined;
}
