import type { MessagePage } from '../../electron/contract/history.ts';
import {
  answerText,
  insertContinuation,
  notebookTextWith,
  replaySteps,
  savedSteps,
  type NotebookText,
} from '../../electron/presentation/notebook-text.ts';
import { snapshotParts } from '../state/streaming-answer.ts';
import type { Session } from '../state/session.ts';
import { createStore, type Store } from '../state/store.ts';
import type { RestoredNotebook } from './notebook-draft.ts';
import type { OpenText } from './open-text.ts';
import type { ContinuationRunner } from './run-continuations.ts';
import { parentOfStep, upTo } from './saved-messages.ts';
import type { TokenTracks } from './token-tracks.ts';
import { asLeft, type Position } from './undo-history.ts';

/** Shows texts from the history. */
export interface SavedTextOpener {
  readonly open: (id: string) => Promise<void>;
  /** Whether a text is being opened. */
  readonly isOpening: Store<boolean>;
  /** Ignores the text that is being opened, because the user started another one. */
  readonly cancelOpening: () => void;
  /** Shows the text at a message. Edits are saved as a branch first. */
  readonly goTo: (messageId: string) => Promise<void>;
  /** Shows the draft of an earlier window, unless the user has begun another text. */
  readonly restore: (draft: RestoredNotebook) => Promise<void>;
}

/** The number of messages read from a saved text, two per step. Authorship of earlier text is lost. */
const messageLimit = 60;

export function createSavedTextOpener(
  { bridge: { call }, streamingAnswers, report }: Session,
  current: OpenText,
  runner: ContinuationRunner,
  tokens: TokenTracks,
): SavedTextOpener {
  const isOpening = createStore(false);
  let openCount = 0;

  const loadTokens = (messages: MessagePage['messages']): void => {
    for (const message of messages)
      if (message.role === 'assistant' && message.answer.tokenCount !== undefined)
        void tokens.load(message.id, answerText(message.answer.parts));
  };

  /** Shows a saved text. Returns the position before its last continuation, if it has one. `known` overrides the authorship up to there. */
  const show = ({ conversation, messages }: MessagePage, known?: NotebookText['byModel']): readonly Position[] => {
    const last = messages.at(-1);
    const answer = last?.role === 'assistant' ? last : undefined;
    const { text: replayed, at } = replaySteps(savedSteps(answer === undefined ? messages : messages.slice(0, -1)));
    const base = known === undefined ? replayed : notebookTextWith(replayed.text, known);
    current.attach(conversation);
    const before = answer === undefined ? [] : [current.position({ text: base, nodeId: parentOfStep(messages), savedText: base.text })];
    loadTokens(messages);
    if (answer?.state === 'running') {
      const parts = snapshotParts(streamingAnswers.forMessage(answer));
      runner.resume({ base, at, first: { text: answerText(parts), track: undefined } }, [answer.id]);
      return before;
    }
    const whole = answer === undefined ? base : insertContinuation(base, at, answerText(answer.answer.parts), answer.id);
    runner.reset(answer);
    runner.moveCaret(at + (whole.text.length - base.text.length));
    current.moveTo(current.position({ text: whole, nodeId: last?.id ?? null, savedText: whole.text }));
    return before;
  };

  return {
    isOpening,
    cancelOpening: () => {
      openCount += 1;
      isOpening.write(false);
    },
    open: async (id) => {
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
      const unsaved = current.hasUnsavedText() ? [current.conversationId() === id ? asLeft(current.position()) : current.position()] : [];
      current.undo.reset([...unsaved, ...show(result.value)]);
    },
    goTo: async (messageId) => {
      const id = current.conversationId();
      if (id === null || runner.isBusy()) return;
      if (current.hasUnsavedText() && !(await current.save())) return;
      const opened = await call('history.open', { id, at: messageId, limit: messageLimit });
      if (!opened.ok) {
        report(opened.failure);
        return;
      }
      if (current.conversationId() !== id || runner.isBusy()) return;
      const earlier = current.position(); // with what was typed meanwhile
      show({ ...opened.value, messages: upTo(opened.value.messages, messageId) });
      current.undo.add(earlier);
    },
    restore: async ({ text: draft, keptId: id, nodeId, isGrowing }) => {
      if (current.text.read().text !== '' || draft.text === '') return;
      current.show(draft);
      current.undo.reset([], 'edit');
      if (id === null) return;
      const requested = current.generation();
      const opened = await call('history.open', { id, at: nodeId, limit: messageLimit });
      // purged, or the user has opened, continued or deleted the text
      if (!opened.ok || current.generation() !== requested || runner.isBusy() || current.text.read().text === '') return;
      const messages = upTo(opened.value.messages, nodeId);
      const isUnchanged = current.text.read() === draft && (isGrowing || replaySteps(savedSteps(messages)).text.text === draft.text);
      if (isUnchanged) {
        current.undo.reset(show({ ...opened.value, messages }, isGrowing ? undefined : draft.byModel));
        return;
      }
      current.attach(opened.value.conversation);
      current.nodeId.write(messages.at(-1)?.id ?? null);
      loadTokens(messages.filter((message) => draft.byModel.some(({ messageId }) => messageId === message.id)));
    },
  };
}
