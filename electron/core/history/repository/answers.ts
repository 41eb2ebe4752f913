import type { AnswerDelta } from '../../../contract/answer.ts';
import { ok, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import type { StoredAnswer } from '../../../contract/history.ts';
import { modeSchema } from '../../../contract/profile.ts';
import type { Token, TokenPage, TokenRequest } from '../../../contract/tokens.ts';
import type { AnswerEnd, StoreContext } from '../store-context.ts';
import type { AnswerBody } from './message-body.ts';
import type { Messages, MessagePosition } from './messages.ts';
import { measureAnswer } from './models.ts';
import { appendTokens, readTokenPage, separateTokens } from './tokens.ts';

/** What was added to a running answer. */
export interface AnswerDeltas {
  readonly messageId: string;
  readonly deltas: readonly AnswerDelta[];
  readonly tokens?: readonly Token[];
}

/** An answer that has ended. `tokens` are those of its end that aren't saved yet, unless the answer brings all of its tokens. */
export interface FinishedAnswer {
  readonly messageId: string;
  readonly end: AnswerEnd;
  readonly tokens?: readonly Token[];
}

export type Answers = ReturnType<typeof createAnswers>;

/** Writes answers: their deltas, their end, and a continuation. */
export function createAnswers({ db, now }: StoreContext, { position, message, read, currentBody, touch }: Messages) {
  const answer = (messageId: string): Result<StoredAnswer> => {
    const found = message(messageId);
    if (!found.ok) return found;
    return found.value.role === 'assistant' ? ok(found.value) : fail('message-not-found');
  };

  return {
    /** Returns the request an answer was generated with. */
    request: (messageId: string): Result<Readonly<Record<string, unknown>> | null> => {
      const found = position(messageId);
      if (!found) return fail('message-not-found');
      const body = db.one<{ body: string }>('SELECT body FROM request WHERE message = ?', found.key)?.body;
      return ok(body === undefined ? null : (JSON.parse(body) as Readonly<Record<string, unknown>>)); // written by `finish` alone
    },
    /** Returns the tokens of an answer, which are stored apart from it, because a list of messages has no use for them. */
    tokens: (request: TokenRequest): Result<TokenPage> => {
      const found = position(request.messageId);
      return found ? ok(readTokenPage(db, found.key, request)) : fail('message-not-found');
    },
    grow: (batch: readonly AnswerDeltas[]): Result<undefined> =>
      db.transaction(() => {
        for (const { messageId, deltas, tokens = [] } of batch) {
          const running = db.one<{ key: number }>("SELECT key FROM message WHERE id = ? AND state = 'running'", messageId);
          if (!running) continue; // it has ended or was deleted since
          appendTokens(db, running.key, tokens);
          if (deltas.length === 0) continue;
          db.run(
            'INSERT INTO answer_delta (message, step, deltas) VALUES (?1, (SELECT coalesce(max(step), 0) + 1 FROM answer_delta WHERE message = ?1), ?2)',
            running.key,
            JSON.stringify(deltas),
          );
        }
        return ok(undefined);
      }),
    /** Sets an answer to running again, so that it can be continued. */
    resume: (messageId: string): Result<StoredAnswer> =>
      db.transaction(() => {
        const found = position(messageId);
        if (!found || found.role !== 'assistant') return fail('message-not-found');
        if (found.state === 'running') return fail('stored-answer-running');
        if (db.one('SELECT 1 FROM conversation WHERE key = ? AND trashed_at IS NOT NULL', found.conversation))
          return fail('conversation-in-trash');
        db.run("UPDATE message SET state = 'running' WHERE key = ?", found.key);
        touch(found.conversation);
        return answer(messageId);
      }),
    finish: ({ messageId, end, tokens = [] }: FinishedAnswer): Result<StoredAnswer> =>
      db.transaction(() => {
        // also a deleted one, because it may be restored
        const found = db.one<MessagePosition & { readonly mode: string | null; readonly model: string | null }>(
          "SELECT key, conversation, parent, role, state, mode, model FROM message WHERE id = ? AND role = 'assistant'",
          messageId,
        );
        if (!found) return fail('message-not-found');
        appendTokens(db, found.key, tokens);
        const mode = end.mode ?? modeSchema.safeParse(found.mode).data ?? null;
        const body: AnswerBody = { answer: separateTokens(db, found.key, end.answer), failure: end.failure };
        db.run('UPDATE message SET state = ?, mode = ?, body = ? WHERE key = ?', end.state, mode, JSON.stringify(body), found.key);
        db.run('DELETE FROM answer_delta WHERE message = ?', found.key);
        db.run('INSERT OR IGNORE INTO unindexed (message) VALUES (?)', found.key);
        if (end.request) {
          db.run('INSERT OR REPLACE INTO request (message, body) VALUES (?, ?)', found.key, JSON.stringify(end.request));
        }
        measureAnswer(db, found.model ?? '', mode, end, now());
        touch(found.conversation);
        const [stored] = read([found.key]);
        return stored?.role === 'assistant' ? ok(stored) : fail('message-not-found');
      }),
    /** Ends the answers that were running when the program ended, with all deltas that were saved. */
    interruptRunning: (): Result<number> =>
      db.transaction(() => {
        const rows = db.all<{ key: number; body: string }>("SELECT key, body FROM message WHERE state = 'running'");
        for (const row of rows) {
          db.run("UPDATE message SET state = 'interrupted', body = ? WHERE key = ?", JSON.stringify(currentBody(row)), row.key);
          db.run('DELETE FROM answer_delta WHERE message = ?', row.key);
          db.run('INSERT OR IGNORE INTO unindexed (message) VALUES (?)', row.key);
        }
        return ok(rows.length);
      }),
  };
}
