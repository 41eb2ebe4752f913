import { failureSentences } from '../../electron/contract/failures/render-failure.ts';
import { ArrowRightToLine, FilePlus2, GitBranch, Redo2, SlidersHorizontal, Square, TextCursorInput, Undo2 } from 'lucide-react';
import { useMemo, useRef } from 'react';
import type { Failure } from '../../electron/contract/failure.ts';
import type { Model } from '../../electron/contract/catalog.ts';
import { CheckConnectionButton, ConnectionEmptyState } from '../shared/connection-navigation.tsx';
import { modelsFor, pickModel, unavailableReason } from '../state/model-choice.ts';
import { ModelPicker } from '../shared/model-picker.tsx';
import { sharedText } from '../shared/text.ts';
import { TokenLegend } from '../shared/token-legend.tsx';
import { shadings } from '../shared/token-shading.ts';
import { useSession } from '../state/session.ts';
import { useStore, type Store } from '../state/store.ts';
import { TrashNotice } from '../shared/trash-notice.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { shortcutKeys } from '../ui/shortcut.tsx';
import { BranchesPanel } from './branches-panel.tsx';
import { ContinuationList } from './continuation-list.tsx';
import { ExportMenu } from './export-menu.tsx';
import type { Notebook } from './notebook.ts';
import type { NotebookView } from './notebook-view.ts';
import './notebook-screen.css';
import { ParametersPanel } from './parameters-panel.tsx';
import type { NotebookRun } from './run-continuations.ts';
import { ScoreView } from './score-view.tsx';
import type { Scoring } from './scoring.ts';
import { notebookText } from './text.ts';
import { TokenEditor, type TokenEditorHandle } from './token-editor.tsx';
import { describeCount, useTokenCount } from './use-token-count.ts';

/** A text that models continue, with the probability of each token. */
export function NotebookScreen({
  notebook,
  view,
  scoring,
}: {
  readonly notebook: Notebook;
  readonly view: NotebookView;
  readonly scoring: Scoring;
}) {
  const session = useSession();
  const connection = useStore(session.connection);
  const conversation = useStore(notebook.conversation);
  const settings = useStore(notebook.settings);
  const run = useStore(notebook.run);
  const shown = useStore(view.view);
  const shading = useStore(view.shading);
  const panel = useStore(view.panel);
  const editor = useRef<TokenEditorHandle>(null);
  const switchToDirect = async () => {
    const result = await session.bridge.call('connection.setMode', { mode: 'direct' });
    if (!result.ok) session.report(result.failure);
  };
  if (connection.state !== 'ready') return <ConnectionEmptyState connection={connection} whileStarting={notebookText.whileStarting} />;
  if (connection.mode === 'proxy')
    return (
      <EmptyState
        title={notebookText.proxy.title}
        actions={
          <Button variant="primary" onClick={() => void switchToDirect()}>
            {notebookText.proxy.switch}
          </Button>
        }
      >
        {notebookText.proxy.hint}
      </EmptyState>
    );
  const models = modelsFor(connection, 'completion');
  const model = pickModel(models, 'direct', settings.model);
  const modelProblem = model === undefined ? notebookText.noModel : unavailableReason(model, 'direct');
  const isTrashed = conversation !== null && conversation.trashedAt !== null;
  const isBusy = run.kind === 'beginning' || run.kind === 'writing';
  const closePanel = () => {
    view.panel.write(null);
    editor.current?.focus();
  };
  const togglePanel = (name: 'parameters' | 'branches') => {
    if (panel === name) closePanel();
    else view.panel.write(name);
  };
  return (
    <>
      {conversation !== null && <TrashNotice conversation={conversation} />}
      <div className="notebook">
        <div className="notebook-main">
          <div className="notebook-toolbar" role="toolbar" aria-label={notebookText.toolbar}>
            <SegmentedControl
              label={notebookText.views.label}
              options={[
                { value: 'write', label: notebookText.views.write },
                { value: 'score', label: notebookText.views.score },
              ]}
              value={shown}
              onChange={view.view.write}
            />
            <SegmentedControl
              label={sharedText.tokens.shading}
              options={shadings.map((value) => ({ value, label: sharedText.tokens.shadings[value] }))}
              value={shading}
              onChange={view.shading.write}
            />
            <div className="notebook-toolbar-end">
              {shown === 'write' && (
                <>
                  <IconButton
                    label={notebookText.branches.button}
                    icon={<GitBranch aria-hidden />}
                    aria-pressed={panel === 'branches'}
                    onClick={() => {
                      togglePanel('branches');
                    }}
                  />
                  <IconButton
                    label={notebookText.parameters.button}
                    icon={<SlidersHorizontal aria-hidden />}
                    aria-pressed={panel === 'parameters'}
                    onClick={() => {
                      togglePanel('parameters');
                    }}
                  />
                  <ExportMenu notebook={notebook} isDisabled={isBusy} />
                </>
              )}
            </div>
          </div>
          {shading !== 'off' && <TokenLegend shading={shading} />}
          {shown === 'score' ? (
            <>
              <ScoreView scoring={scoring} notebook={notebook} model={model?.id} reason={modelProblem} shading={shading} />
              <div>
                <ModelPicker
                  models={models}
                  connection={connection}
                  value={model}
                  chosenId={settings.model}
                  onChange={(id) => {
                    notebook.settings.write({ ...settings, model: id });
                  }}
                />
              </div>
            </>
          ) : (
            <WriteView notebook={notebook} view={view} editor={editor} model={model} modelProblem={modelProblem} isTrashed={isTrashed}>
              <ModelPicker
                models={models}
                connection={connection}
                value={model}
                chosenId={settings.model}
                onChange={(id) => {
                  notebook.settings.write({ ...settings, model: id });
                }}
              />
            </WriteView>
          )}
        </div>
        {shown === 'write' && panel === 'parameters' && <ParametersPanel notebook={notebook} count={view.count} onClose={closePanel} />}
        {shown === 'write' && panel === 'branches' && <BranchesPanel notebook={notebook} onClose={closePanel} />}
      </div>
    </>
  );
}

function WriteView({
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
  const settings = useStore(notebook.settings);
  const shading = useStore(view.shading);
  const { canUndo, canRedo } = useStore(notebook.undoState);
  const isEmpty = useStore(useMemo(() => emptiness(notebook), [notebook]));
  const isBusy = run.kind === 'beginning' || run.kind === 'writing';
  const count = useTokenCount(notebook, model?.id, isBusy);
  const failure = isTrashed ? null : runFailure(run);
  const reason = isTrashed ? notebookText.trashed : (modelProblem ?? (isBusy ? notebookText.writing : undefined));
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
        isReadOnly={isBusy || isTrashed}
        onContinue={continueText}
        onTake={(choice) => {
          if (model !== undefined) void notebook.takeAlternative(choice, { ...settings, model: model.id });
        }}
      />
      <ContinuationList notebook={notebook} />
      <div className="notebook-status">
        <NotebookStatus run={run} failure={failure} reason={reason} isEmpty={isEmpty} isMac={session.isMac} />
        {failure !== null && <CheckConnectionButton code={failure.code} />}
        {count !== undefined && !isEmpty && (
          <output className="notebook-count" aria-label={notebookText.count.label}>
            {describeCount(count)}
          </output>
        )}
      </div>
      <footer className="notebook-foot">
        {children}
        <Button size="sm" variant="quiet" icon={<FilePlus2 aria-hidden />} onClick={notebook.startNew} isDisabled={isBusy || isEmpty}>
          {notebookText.newText}
        </Button>
        <div className="notebook-buttons">
          <IconButton
            label={notebookText.undo}
            icon={<Undo2 aria-hidden />}
            isDisabled={!canUndo || isBusy || isTrashed}
            onClick={notebook.undo}
          />
          <IconButton
            label={notebookText.redo}
            icon={<Redo2 aria-hidden />}
            isDisabled={!canRedo || isBusy || isTrashed}
            onClick={notebook.redo}
          />
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

/** Selects only whether there is a text, so that a growing one doesn't render the screen again. */
function emptiness({ text }: Notebook): Store<boolean> {
  return { read: () => text.read().text === '', subscribe: text.subscribe };
}

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
      <p id="notebook-reason" className="notebook-reason" data-tone="error" role="alert">
        {failureSentences(failure, { surface: 'window' })}
      </p>
    );
  const continueKeys = shortcutKeys({ key: 'Enter' }, isMac).join('+');
  const hint = notebookText.shortcut(continueKeys, isMac ? '⌥↓' : 'Alt+↓');
  return (
    <p id="notebook-reason" className="notebook-reason">
      {reason ?? (run.kind === 'over' ? describeEnd(run.message) : isEmpty ? '' : hint)}
    </p>
  );
}

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
