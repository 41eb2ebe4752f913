import type { ConversationSettings } from '../../electron/contract/history.ts';
import type { TokenAlternative } from '../../electron/contract/tokens.ts';
import type { Session } from '../state/session.ts';
import { applyEdit, notebookTextWith } from '../../electron/presentation/notebook-text.ts';
import { createSavedTextOpener } from './open-saved-text.ts';
import { createOpenText } from './open-text.ts';
import { createContinuationRunner } from './run-continuations.ts';
import { createTokenTracks } from './token-tracks.ts';
import type { Position } from './undo-history.ts';

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
export type Notebook = ReturnType<typeof createNotebook>;

/** Creates a notebook and restores the text that was open. `folderForNew` returns the folder for a new text. */
export function createNotebook(session: Session, folderForNew: () => string | undefined) {
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
    /** Where the cursor belongs after the text was changed by the model. */
    caret: runner.caret,
    conversationId: open.conversationId,
    /** The saved conversation, or null until it is read. */
    conversation: open.conversation,
    /** The message that the text follows, or null. */
    nodeId: open.nodeId,
    settings: open.settings,
    undoState: open.undo.state,
    edit: (next: string) => {
      open.undo.addEdit(open.position());
      open.write(applyEdit(open.text.read(), next));
    },
    continueText: async ({ settings, cursor, count }: ContinueRequest): Promise<void> => {
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
    /** Replaces a token by an alternative and continues from there, as another branch. */
    takeAlternative: async (
      { messageId, token, alternative, chosen }: AlternativeChoice,
      settings: ConversationSettings,
    ): Promise<void> => {
      if (isBusy()) return;
      const requested = open.generation();
      const state = await session.attempt(call('history.notebookState', { messageId }));
      if (!state.ok || open.generation() !== requested || isBusy()) return;
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
    /** Makes one of several continuations the text. */
    choose: runner.choose,
    stop: () => void runner.stop(),
    /** Returns to the text before the last continuation, edit or change of branch. */
    undo: () => moveTo(open.undo.undo(open.position())),
    redo: () => moveTo(open.undo.redo(open.position())),
    open: saved.open,
    /** Whether a text is being opened. It replaces the current one, which must not change until then. */
    isOpening: saved.isOpening,
    /** Shows the text at a message. */
    goTo: saved.goTo,
    startNew,
    /** Starts a new text with a given beginning. */
    startWith: (text: string) => {
      startNew();
      open.write({ text, byModel: [] });
    },
    /** Saves edits now instead of after a pause. Returns whether all are saved. */
    save: async (): Promise<boolean> => !runner.isBusy() && open.save(),
  };
}
