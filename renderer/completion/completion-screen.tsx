import { failureSentences } from '../../electron/contract/failures/render-failure.ts';
import { ArrowRightToLine, FilePlus2, Redo2, Square, Undo2 } from 'lucide-react';
import type { Parameters } from '../../electron/contract/conversation.ts';
import type { Failure } from '../../electron/contract/failure.ts';
import { CheckConnectionButton, ConnectionEmptyState } from '../shared/connection-navigation.tsx';
import { modelsFor, pickModel, unavailableReason } from '../state/model-choice.ts';
import { ModelPicker } from '../shared/model-picker.tsx';
import { NumberParameterField, StopSequencesField } from '../shared/parameter-fields.tsx';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { TrashNotice } from '../shared/trash-notice.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { shortcutKeys } from '../ui/shortcut.tsx';
import type { Completion, CompletionRun } from './completion.ts';
import './completion-screen.css';
import { AuthoredTextEditor } from './authored-text-editor.tsx';
import { completionText } from './text.ts';

/** An editor for raw text that the model continues. */
export function CompletionScreen({ completion }: { readonly completion: Completion }) {
  const session = useSession();
  const connection = useStore(session.connection);
  const text = useStore(completion.text);
  const run = useStore(completion.run);
  const conversation = useStore(completion.conversation);
  const settings = useStore(completion.settings);
  const { canUndo, canRedo } = useStore(completion.undoState);
  const switchToDirect = async () => {
    const result = await session.bridge.call('connection.setMode', { mode: 'direct' });
    if (!result.ok) session.report(result.failure);
  };
  if (connection.state !== 'ready') return <ConnectionEmptyState connection={connection} whileStarting={completionText.whileStarting} />;
  if (connection.mode === 'proxy')
    return (
      <EmptyState
        title={completionText.proxy.title}
        actions={
          <Button variant="primary" onClick={() => void switchToDirect()}>
            {completionText.proxy.switch}
          </Button>
        }
      >
        {completionText.proxy.hint}
      </EmptyState>
    );
  const models = modelsFor(connection, 'completion');
  const model = pickModel(models, 'direct', settings.model);
  const modelProblem = model === undefined ? completionText.noModel : unavailableReason(model, 'direct');
  const isBusy = run.kind === 'beginning' || run.kind === 'writing';
  const isTrashed = conversation !== null && conversation.trashedAt !== null;
  const failure = isTrashed ? null : runFailure(run);
  const reason = isTrashed ? completionText.trashed : (modelProblem ?? (isBusy ? completionText.writing : undefined));
  const isEmpty = text.text === '';
  const continueText = () => {
    if (reason === undefined && !isEmpty && model !== undefined) void completion.continueText({ ...settings, model: model.id });
  };
  const fields = {
    parameters: settings.parameters,
    onChange: (parameters: Parameters) => {
      completion.settings.write({ ...settings, parameters });
    },
  };
  return (
    <>
      {conversation !== null && <TrashNotice conversation={conversation} />}
      <div className="completion">
        <div className="completion-settings">
          <NumberParameterField name="maxTokens" {...fields} />
          <NumberParameterField name="temperature" {...fields} />
          <StopSequencesField {...fields} />
        </div>
        <AuthoredTextEditor
          authored={text}
          isBusy={isBusy}
          isReadOnly={isBusy || isTrashed}
          onEdit={completion.edit}
          onContinue={continueText}
          onStop={completion.stop}
          onBlur={completion.flush}
        />
        <footer className="completion-foot">
          <ModelPicker
            models={models}
            connection={connection}
            value={model}
            chosenId={settings.model}
            onChange={(id) => {
              completion.settings.write({ ...settings, model: id });
            }}
          />
          <Button size="sm" variant="quiet" icon={<FilePlus2 aria-hidden />} onClick={completion.startNew} isDisabled={isBusy || isEmpty}>
            {completionText.newText}
          </Button>
          <CompletionStatus
            run={run}
            failure={failure}
            reason={reason}
            isEmpty={isEmpty}
            keys={shortcutKeys({ key: 'Enter' }, session.isMac).join('+')}
          />
          <div className="completion-buttons">
            {failure !== null && <CheckConnectionButton code={failure.code} />}
            <Button icon={<Undo2 aria-hidden />} isDisabled={!canUndo || isBusy || isTrashed} onClick={completion.undo}>
              {completionText.undo}
            </Button>
            {canRedo && (
              <Button icon={<Redo2 aria-hidden />} isDisabled={isBusy || isTrashed} onClick={completion.redo}>
                {completionText.redo}
              </Button>
            )}
            {isBusy ? (
              <Button icon={<Square aria-hidden />} onClick={completion.stop}>
                {completionText.stop}
              </Button>
            ) : (
              <Button
                variant="primary"
                icon={<ArrowRightToLine aria-hidden />}
                isDisabled={reason !== undefined || isEmpty}
                onClick={continueText}
                aria-describedby="completion-reason"
              >
                {completionText.continue}
              </Button>
            )}
          </div>
        </footer>
      </div>
    </>
  );
}

function CompletionStatus({
  run,
  failure,
  reason,
  isEmpty,
  keys,
}: {
  readonly run: CompletionRun;
  readonly failure: Failure | null;
  readonly reason: string | undefined;
  readonly isEmpty: boolean;
  readonly keys: string;
}) {
  if (failure !== null)
    return (
      <p id="completion-reason" className="completion-status" data-tone="error" role="alert">
        {failureSentences(failure, { surface: 'window' })}
      </p>
    );
  return (
    <p id="completion-reason" className="completion-status">
      {reason ?? (run.kind === 'over' ? describeEnd(run.message) : isEmpty ? '' : completionText.shortcut(keys))}
    </p>
  );
}

function runFailure(run: CompletionRun): Failure | null {
  if (run.kind === 'failed') return run.failure;
  return run.kind === 'over' && run.message.state === 'failed' ? run.message.failure : null;
}

function describeEnd({ state, answer }: Extract<CompletionRun, { kind: 'over' }>['message']): string {
  const tokens = answer.usage?.completionTokens ?? null;
  const { endings } = completionText;
  const ending = state === 'stopped' ? endings.stopped : answer.finish === 'length' ? endings.length : endings.finished;
  return tokens === null ? completionText.ended(ending) : completionText.endedAfter(ending, tokens);
}
