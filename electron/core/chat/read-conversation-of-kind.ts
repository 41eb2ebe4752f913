import { failed, type Failed, type Result } from '../../contract/failure.ts';
import type { Conversation } from '../../contract/history.ts';
import type { ChatDependencies } from './chat-dependencies.ts';

/** Reads a conversation that is to be gone on with in this way; one of the other kind is refused and stays as it is. */
export async function readConversationOfKind(
  history: Pick<ChatDependencies['history'], 'read'>,
  id: string,
  kind: Conversation['kind'],
): Promise<Result<Conversation>> {
  const found = await history.read(id);
  return found.ok && found.value.kind !== kind ? otherKind(found.value.kind) : found;
}

function otherKind(kind: Conversation['kind']): Failed {
  return kind === 'completion'
    ? failed('invalid-input', 'This is a text to go on with, so no message can be sent to it.', 'Begin a new conversation for that.')
    : failed(
        'invalid-input',
        'This is a conversation, so it is not gone on with as a plain text.',
        'Begin a new text completion for that.',
      );
}
