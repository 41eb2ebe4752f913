import { ArrowRightToLine, FilePlus2, Redo2, Square, TextCursorInput, Undo2 } from 'lucide-react';
import type { Model } from '../../electron/contract/catalog.ts';
import { CheckConnectionButton } from '../shared/connection-navigation.tsx';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import type { Notebook } from './notebook.ts';
import type { NotebookView } from './notebook-commands.ts';
import { notebookText } from './text.ts';
import { TokenEditor, type TokenEditorHandle } from './token-editor.tsx';
import { useIsEmpty } from './export-menu.tsx';
import { describeCount, useTokenCount } from './use-token-count.ts';
import { List } from '../ui/list.tsx';
import type { Failure } from '../../electron/contract/failure.ts';
import { failureSentences } from '../../electron/contract/failures/render-failure.ts';
import { shortcutKeys } from '../ui/shortcut.tsx';
import type { NotebookRun } from './run-continuations.ts';

/** The text with the buttons that continue it. */
export function WriteView({
  notebook,
  view,
  editor,
  model,
  modelProblem,
  isTrashed,
  children,
}: {
  readonly notebook: Notebook;
  readonly view: NotebookView;
  readonly editor: React.RefObject<TokenEditorHandle | null>;
  readonly model: Model | undefined;
  readonly modelProblem: string | undefined;
  readonly isTrashed: boolean;
  /** The model picker. */
  readonly children: React.ReactNode;
}) {
  const session = useSession();
  const run = useStore(notebook.run);
  const isOpening = useStore(notebook.isOpening);
  const settings = useStore(notebook.settings);
  const shading = useStore(view.shading);
  const { canUndo, canRedo } = useStore(notebook.undoState);
  const isEmpty = useIsEmpty(notebook);
  const isBusy = run.kind === 'beginning' || run.kind === 'writing';
  const isReadOnly = isBusy || isTrashed || isOpening;
  const count = useTokenCount(notebook, model?.id, isBusy);
  const failure = isTrashed || isOpening ? null : runFailure(run);
  const problem = isTrashed ? notebookText.trashed : (modelProblem ?? (isBusy ? notebookText.writing : undefined));
  const reason = isOpening ? notebookText.opening : problem;
  const canAsk = reason === undefined && !isEmpty && model !== undefined;
  const continueText = (atCursor: boolean) => {
    if (!canAsk) return;
    const cursor = atCursor ? (editor.current?.cursor() ?? null) : null;
    void notebook.continueText({ settings: { ...settings, model: model.id }, cursor, count: view.count.read() });
  };
  return (
    <>
      <TokenEditor
        ref={editor}
        notebook={notebook}
        shading={shading}
        isBusy={isBusy}
        isReadOnly={isReadOnly}
        onContinue={continueText}
        onTake={(choice) => {
          if (model !== undefined) void notebook.takeAlternative(choice, { ...settings, model: model.id });
        }}
      />
      <ContinuationList notebook={notebook} />
      <div className="notebook-status row wrap">
        <NotebookStatus run={run} failure={failure} reason={reason} isEmpty={isEmpty} isMac={session.isMac} />
        {failure !== null && <CheckConnectionButton code={failure.code} />}
        {count !== undefined && !isEmpty && (
          <output className="notebook-count muted small" aria-label={notebookText.count.label}>
            {describeCount(count)}
          </output>
        )}
      </div>
      <footer className="notebook-foot row wrap">
        {children}
        <Button size="sm" variant="quiet" icon={<FilePlus2 aria-hidden />} onClick={notebook.startNew} isDisabled={isBusy || isEmpty}>
          {notebookText.newText}
        </Button>
        <div className="notebook-buttons row wrap">
          <IconButton label={notebookText.undo} icon={<Undo2 aria-hidden />} isDisabled={!canUndo || isReadOnly} onClick={notebook.undo} />
          <IconButton label={notebookText.redo} icon={<Redo2 aria-hidden />} isDisabled={!canRedo || isReadOnly} onClick={notebook.redo} />
          {isBusy ? (
            <Button icon={<Square aria-hidden />} onClick={notebook.stop}>
              {notebookText.stop}
            </Button>
          ) : (
            <>
              <Button
                icon={<TextCursorInput aria-hidden />}
                isDisabled={!canAsk}
                title={
                  model === undefined ? undefined : model.fillIn ? notebookText.readsSuffix(model.id) : notebookText.ignoresSuffix(model.id)
                }
                onClick={() => continueText(true)}
              >
                {notebookText.continueAtCursor}
              </Button>
              <Button
                variant="primary"
                icon={<ArrowRightToLine aria-hidden />}
                isDisabled={!canAsk}
                onClick={() => continueText(false)}
                aria-describedby="notebook-reason"
              >
                {notebookText.continue}
              </Button>
            </>
          )}
        </div>
      </footer>
    </>
  );
}

const text = notebookText.continuations;

/** How much of a continuation the list shows. */
const shownLength = 300;

/** Several continuations to choose from. The chosen one is part of the text. */
function ContinuationList({ notebook }: { readonly notebook: Notebook }) {
  const { all, shownId } = useStore(notebook.continuations);
  // none arrived, as after a failure
  const isEmpty = all.every(({ text: own, isWriting }) => own === '' && !isWriting);
  if (all.length < 2 || isEmpty) return null;
  const items = all.map(({ messageId, text: own, isWriting }, index) => ({
    id: messageId,
    label: own,
    isWriting,
    position: text.item(index + 1, all.length),
  }));
  return (
    <div className="continuations stack">
      <List
        label={text.label}
        items={items}
        selectedId={shownId ?? undefined}
        onSelect={({ id }) => void notebook.choose(id)}
        renderItem={({ label: own, position, isWriting }) => (
          <span className="continuation">
            <span className="muted small">{position}</span>
            <span className="continuation-text small">
              {own === '' && isWriting ? text.waiting : own.slice(0, shownLength).trimStart()}
            </span>
          </span>
        )}
      />
      <p className="muted small">{text.hint}</p>
    </div>
  );
}

/** Why the text can't be continued, how the last continuation ended, or the keys. */
function NotebookStatus({
  run,
  failure,
  reason,
  isEmpty,
  isMac,
}: {
  readonly run: NotebookRun;
  readonly failure: Failure | null;
  readonly reason: string | undefined;
  readonly isEmpty: boolean;
  readonly isMac: boolean;
}) {
  if (failure !== null)
    return (
      <p id="notebook-reason" className="notebook-reason muted small" data-tone="error" role="alert">
        {failureSentences(failure, { surface: 'window' })}
      </p>
    );
  const continueKeys = shortcutKeys({ key: 'Enter' }, isMac).join('+');
  const hint = notebookText.shortcut(continueKeys, isMac ? '⌥↓' : 'Alt+↓');
  return (
    <p id="notebook-reason" className="notebook-reason muted small">
      {reason ?? (run.kind === 'over' ? describeEnd(run.message) : isEmpty ? '' : hint)}
    </p>
  );
}

/** Returns why the last continuation failed, or null. */
function runFailure(run: NotebookRun): Failure | null {
  if (run.kind === 'failed') return run.failure;
  return run.kind === 'over' && run.message.state === 'failed' ? run.message.failure : null;
}

function describeEnd({ state, answer }: Extract<NotebookRun, { kind: 'over' }>['message']): string {
  const tokens = answer.usage?.completionTokens ?? null;
  const { endings } = notebookText;
  const ending = state === 'stopped' ? endings.stopped : answer.finish === 'length' ? endings.length : endings.finished;
  return tokens === null ? notebookText.ended(ending) : notebookText.endedAfter(ending, tokens);
}
