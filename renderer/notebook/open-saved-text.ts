import type { MessagePage, StoredMessage } from '../../electron/contract/history.ts';
import { answerText, insertContinuation, replaySteps, savedSteps } from '../../electron/presentation/notebook-text.ts';
import type { Session } from '../state/session.ts';
import { createStore } from '../state/store.ts';
import { snapshotParts } from '../state/streaming-answer.ts';
import { openTextKey, type OpenText } from './open-text.ts';
import type { ContinuationRunner } from './run-continuations.ts';
import type { TokenTracks } from './token-tracks.ts';
import type { Position } from './undo-history.ts';

/** The number of messages read from a saved text, two per step. */
const messageLimit = 60;

/** Shows texts from the history. */
export function createSavedTextOpener(
  { bridge: { call }, streamingAnswers, report, attempt }: Session,
  current: OpenText,
  runner: ContinuationRunner,
  tokens: TokenTracks,
) {
  const isOpening = createStore(false);
  let openCount = 0;

  /** Shows a saved text at its end or at one of its messages. Returns the position before its last continuation, if it has one. */
  const show = ({ conversation, messages: all, hasNewer }: MessagePage, messageId = all.at(-1)?.id): Position | undefined => {
    const messages = all.slice(0, all.findIndex(({ id }) => id === messageId) + 1);
    const last = messages.at(-1);
    const answer = last?.role === 'assistant' ? last : undefined;
    const { text: base, at } = replaySteps(savedSteps(answer === undefined ? messages : messages.slice(0, -1)));
    const before = answer && { conversationId: conversation.id, text: base, nodeId: answer.parentId };
    for (const message of messages)
      if (message.role === 'assistant' && message.answer.tokenCount !== undefined)
        void tokens.load(message.id, answerText(message.answer.parts));
    if (before && answer.state === 'running') {
      current.moveTo({ ...before, nodeId: answer.id }, conversation);
      runner.resume({ base, at, first: { text: answerText(snapshotParts(streamingAnswers.forMessage(answer))), track: undefined } }, [
        answer.id,
      ]);
      return before;
    }
    const text = answer === undefined ? base : insertContinuation(base, at, answerText(answer.answer.parts), answer.id);
    runner.reset(answer);
    runner.moveCaret(at + (text.text.length - base.text.length));
    const isFollowed = hasNewer || messages.length < all.length;
    const parentId = last?.role === 'user' && !isFollowed && !isOneOfSeveralRoots(last) ? last.parentId : undefined;
    current.moveTo({ conversationId: conversation.id, text, nodeId: last?.id ?? null, parentId }, conversation);
    return before;
  };

  return {
    /** Whether a text is being opened. */
    isOpening,
    /** Ignores the text that is being opened, because the user started another one. */
    cancelOpening: (): void => {
      openCount += 1;
      isOpening.write(false);
    },
    open: async (id: string): Promise<void> => {
      openCount += 1;
      const ownCount = openCount;
      isOpening.write(true);
      const result = await call('history.open', { id, at: null, limit: messageLimit });
      if (ownCount !== openCount) return;
      isOpening.write(false);
      if (!result.ok) {
        report(result.failure);
        return;
      }
      if (!runner.isBusy()) current.undo.add(current.position());
      const before = show(result.value);
      if (before) current.undo.add(before);
    },
    /** Shows the text at a message. */
    goTo: async (messageId: string): Promise<void> => {
      const id = current.conversationId();
      if (runner.isBusy() || !(await current.save())) return;
      const opened = await attempt(call('history.open', { id, at: messageId, limit: messageLimit }));
      if (!opened.ok || current.conversationId() !== id || runner.isBusy()) return;
      current.undo.add(current.position()); // with what was typed meanwhile
      show(opened.value, messageId);
    },
    /** Shows the text of an earlier window, unless the user has begun another one. */
    restore: async (): Promise<void> => {
      const remembered = await call('drafts.read', { key: openTextKey });
      const [id = '', at = ''] = remembered.ok ? (remembered.value.text?.split('/') ?? []) : [];
      if (id === '' || at === '') return;
      const requested = current.generation();
      const atPlace = await call('history.open', { id, at, limit: messageLimit });
      // The page was closed before the text reached its place.
      const opened = atPlace.ok ? atPlace : await call('history.open', { id, at: null, limit: messageLimit });
      if (!opened.ok || current.generation() !== requested || current.text.read().text !== '') return;
      const before = show(opened.value, atPlace.ok ? at : undefined);
      if (before) current.undo.add(before);
    },
  };
}

/** Whether a text has others beside it in an imported conversation, which goes as a whole once its only text is empty. */
function isOneOfSeveralRoots({ parentId, siblings }: StoredMessage): boolean {
  return parentId === null && siblings.length > 1;
}
