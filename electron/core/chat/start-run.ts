import type { RunStarted } from '../../contract/chat-turn.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { inTrash } from '../history/history.ts';
import type { ActiveRun, ActiveRuns } from './active-runs.ts';
import type { ChatDependencies } from './chat-dependencies.ts';

/** A run that is ready to go: the message to look at, and the work that goes on behind the answer to the caller. */
export interface PreparedRun {
  readonly messageId: string;
  readonly work: () => Promise<void>;
}

/** Takes the conversation, prepares, and lets the work go on by itself; what fails before that is the caller's to hear. */
export async function startRun(
  { history, onBug }: Pick<ChatDependencies, 'history' | 'onBug'>,
  runs: ActiveRuns,
  conversationId: string,
  prepare: (run: ActiveRun) => Promise<Result<PreparedRun>>,
): Promise<Result<RunStarted>> {
  const begun = runs.begin(conversationId);
  if (!begun.ok) return begun;
  const run = begun.value;
  let ready: Result<PreparedRun> | undefined;
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
