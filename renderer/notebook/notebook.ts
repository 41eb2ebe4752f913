import type { Conversation, ConversationSettings } from '../../electron/contract/history.ts';
import type { TokenAlternative } from '../../electron/contract/tokens.ts';
import type { Session } from '../state/session.ts';
import type { Store, WritableStore } from '../state/store.ts';
import type { Continuations } from './continuation-run.ts';
import { applyEdit, notebookTextWith, type NotebookText } from '../../electron/presentation/notebook-text.ts';
import { createSavedTextOpener } from './open-saved-text.ts';
import { createOpenText } from './open-text.ts';
import { createContinuationRunner, type CaretRequest, type NotebookRun } from './run-continuations.ts';
import { createTokenTracks, type TokenTracks } from './token-tracks.ts';
import type { Position, UndoState } from './undo-history.ts';

/** Where to continue a text, and how often. */
export interface ContinueRequest {
  readonly settings: ConversationSettings;
  /** Null continues at the end. */
  readonly cursor: number | null;
  readonly count: number;
}

/** A token of a continuation, and the alternative to take instead. */
export interface AlternativeChoice {
  readonly messageId: string;
  readonly token: number;
  readonly alternative: number;
  readonly chosen: TokenAlternative;
}

/** A text that models continue, in branches. */
export interface Notebook {
  readonly text: Store<NotebookText>;
  readonly tokens: TokenTracks;
  readonly run: Store<NotebookRun>;
  readonly continuations: Store<Continuations>;
  /** Where the cursor belongs after the text was changed by the model. */
  readonly caret: Store<CaretRequest | null>;
  readonly conversationId: () => string;
  /** The saved conversation, or null until it is read. */
  readonly conversation: Store<Conversation | null>;
  /** The message that the text follows, or null. */
  readonly nodeId: Store<string | null>;
  readonly settings: WritableStore<ConversationSettings>;
  readonly undoState: Store<UndoState>;
  readonly edit: (text: string) => void;
  readonly continueText: (request: ContinueRequest) => Promise<void>;
  /** Replaces a token by an alternative and continues from there, as another branch. */
  readonly takeAlternative: (choice: AlternativeChoice, settings: ConversationSettings) => Promise<void>;
  /** Makes one of several continuations the text. */
  readonly choose: (messageId: string) => Promise<void>;
  readonly stop: () => void;
  /** Returns to the text before the last continuation, edit or change of branch. */
  readonly undo: () => void;
  readonly redo: () => void;
  readonly open: (id: string) => Promise<void>;
  /** Whether a text is being opened. It replaces the current one, which must not change until then. */
  readonly isOpening: Store<boolean>;
  /** Shows the text at a message. */
  readonly goTo: (messageId: string) => Promise<void>;
  readonly startNew: () => void;
  /** Starts a new text with a given beginning. */
  readonly startWith: (text: string) => void;
  /** Saves edits now instead of after a pause. Returns whether all are saved. */
  readonly save: () => Promise<boolean>;
}

/** Creates a notebook and restores the text that was open. `folderForNew` returns the folder for a new text. */
export function createNotebook(session: Session, folderForNew: () => string | undefined): Notebook {
  const { call } = session.bridge;
  const tokens = createTokenTracks(call);
  const open = createOpenText(session, folderForNew);
  const runner = createContinuationRunner(session, open, tokens);
  const saved = createSavedTextOpener(session, open, runner, tokens);
  void saved.restore();

  const moveTo = (position: Position | undefined): void => {
    if (position === undefined) return;
    runner.reset();
    open.moveTo(position);
  };
  const isBusy = (): boolean => runner.isBusy() || saved.isOpening.read();
  const startNew = (): void => {
    if (!runner.isBusy()) open.undo.add(open.position());
    saved.cancelOpening();
    runner.reset();
    open.startNew();
  };

  return {
    text: open.text,
    tokens,
    run: runner.run,
    continuations: runner.continuations,
    caret: runner.caret,
    conversationId: open.conversationId,
    conversation: open.conversation,
    nodeId: open.nodeId,
    settings: open.settings,
    undoState: open.undo.state,
    edit: (next) => {
      open.undo.addEdit(open.position());
      open.write(applyEdit(open.text.read(), next));
    },
    continueText: async ({ settings, cursor, count }) => {
      const base = open.text.read();
      const at = cursor ?? base.text.length;
      const suffix = base.text.slice(at);
      if (at === 0 || isBusy()) return;
      void open.save();
      const place = open.destination();
      await runner.start({ base, at }, { ...open.position(), nodeId: place.messageId, parentId: undefined }, () =>
        call('notebook.continue', {
          ...place,
          prompt: base.text.slice(0, at),
          ...(suffix !== '' && { suffix }),
          byModel: base.byModel,
          ...(count > 1 && { count }),
          settings,
        }),
      );
    },
    takeAlternative: async ({ messageId, token, alternative, chosen }, settings) => {
      if (isBusy()) return;
      const requested = open.generation();
      const state = await call('history.notebookState', { messageId });
      if (!state.ok) {
        session.report(state.failure);
        return;
      }
      if (open.generation() !== requested || isBusy()) return;
      void open.save();
      const { prompt, continuation, suffix } = state.value;
      const { text: written, byModel } = open.text.read();
      const track = tokens.of(messageId);
      const text = continuation.slice(0, track?.at(token).start ?? 0) + chosen.text;
      const kept = track?.sliced(token);
      kept?.append([chosen], text.slice(kept.end()));
      await runner.start(
        {
          base: { text: prompt + suffix, byModel: written.startsWith(prompt) ? notebookTextWith(prompt, byModel).byModel : [] },
          at: prompt.length,
          first: { text, track: kept },
        },
        open.position(),
        () => call('notebook.branchAtToken', { messageId, token, alternative, settings }),
      );
    },
    choose: runner.choose,
    stop: () => void runner.stop(),
    undo: () => {
      moveTo(open.undo.undo(open.position()));
    },
    redo: () => {
      moveTo(open.undo.redo(open.position()));
    },
    open: saved.open,
    isOpening: saved.isOpening,
    goTo: saved.goTo,
    startNew,
    startWith: (text) => {
      startNew();
      open.write({ text, byModel: [] });
    },
    save: async () => !runner.isBusy() && open.save(),
  };
}
