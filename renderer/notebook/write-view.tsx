import { ArrowRightToLine, FilePlus2, Redo2, Square, TextCursorInput, Undo2 } from 'lucide-react';
import type { Model } from '../../electron/contract/catalog.ts';
import { CheckConnectionButton } from '../shared/connection-navigation.tsx';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { ContinuationList } from './continuation-list.tsx';
import type { Notebook } from './notebook.ts';
import { NotebookStatus, runFailure } from './notebook-status.tsx';
import type { NotebookView } from './notebook-view.ts';
import { notebookText } from './text.ts';
import { TokenEditor, type TokenEditorHandle } from './token-editor.tsx';
import { useIsEmpty } from './use-is-empty.ts';
import { describeCount, useTokenCount } from './use-token-count.ts';

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
        <div className="notebook-buttons wrap">
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
                onClick={() => {
                  continueText(true);
                }}
              >
                {notebookText.continueAtCursor}
              </Button>
              <Button
                variant="primary"
                icon={<ArrowRightToLine aria-hidden />}
                isDisabled={!canAsk}
                onClick={() => {
                  continueText(false);
                }}
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
