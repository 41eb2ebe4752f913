import type { Begun } from '../../contract/exchange.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { inTrash } from '../history/history.ts';
import type { Ongoing, Runs } from './runs.ts';
import type { ChatSetting } from './setting.ts';

/** A run that is ready to go: the message to look at, and the work that goes on behind the answer to the caller. */
export interface Ready {
  readonly messageId: string;
  readonly work: () => Promise<void>;
}

/** Takes the conversation, prepares, and lets the work go on by itself; what fails before that is the caller's to hear. */
export async function launch(
  { history, onBug }: Pick<ChatSetting, 'history' | 'onBug'>,
  runs: Runs,
  conversationId: string,
  prepare: (run: Ongoing) => Promise<Result<Ready>>,
): Promise<Result<Begun>> {
  const begun = runs.begin(conversationId);
  if (!begun.ok) return begun;
  const run = begun.value;
  let ready: Result<Ready> | undefined;
  try {
    // Asked once it is taken: what is thrown away from now on stops the run.
    const conversation = await history.read(conversationId);
    if (!conversation.ok) return conversation;
    if (conversation.value.trashedAt !== null) return inTrash();
    ready = await prepare(run);
  } finally {
    if (!ready?.ok) run.end();
  }
  if (!ready.ok) return ready;
  const { messageId, work } = ready.value;
  run.answering(messageId); // known as under way before the caller hears of it
  void work().catch(onBug).finally(run.end);
  return ok({ conversationId, messageId });
}
