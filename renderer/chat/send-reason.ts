import type { Connection } from '../../electron/contract/connection.ts';

/** What decides whether a message can be sent. */
export interface SendState {
  readonly connection: Connection;
  readonly hasModel: boolean;
  readonly isAnswering: boolean;
  readonly text: string;
}

/** Why a message can't be sent now, in words; undefined when it can. */
export function sendReason({ connection, hasModel, isAnswering, text }: SendState): string | undefined {
  if (connection.state === 'starting') return 'Can’t send yet: the demo is starting.';
  if (connection.state === 'failed') return 'Can’t send: there is no connection.';
  if (!hasModel) return 'Can’t send: the service offers no chat model.';
  if (isAnswering) return 'Being answered.';
  if (text.trim() === '') return 'Write a message to send.';
  return undefined;
}
