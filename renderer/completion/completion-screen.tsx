import { failureSentences } from '../../electron/contract/failures/render-failure.ts';
import { ArrowRightToLine, FilePlus2, Redo2, Square, Undo2 } from 'lucide-react';
import type { Parameters } from '../../electron/contract/conversation.ts';
import type { Failure } from '../../electron/contract/failure.ts';
import { CheckConnectionButton, ConnectionEmptyState } from '../shared/connection-navigation.tsx';
import { modelsFor, pickModel, unavailableReason } from '../state/model-choice.ts';
import { ModelPicker } from '../shared/model-picker.tsx';
import { formatCount } from '../shared/format.ts';
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
  if (connection.state !== 'ready')
    return <ConnectionEmptyState connection={connection} whileStarting="Text completion is there as soon as the connection is." />;
  if (connection.mode === 'proxy')
    return (
      <EmptyState
        title="Not available through the proxy"
        actions={
          <Button variant="primary" onClick={() => void switchToDirect()}>
            Switch to direct
          </Button>
        }
      >
        The proxy relays chats only. The engines themselves go on with raw text: switch to the direct way to use this page. Your text is
        kept.
      </EmptyState>
    );
  const models = modelsFor(connection, 'completion');
  const model = pickModel(models, 'direct', settings.model);
  const modelProblem = model === undefined ? 'The service offers no model for text completion.' : unavailableReason(model, 'direct');
  const isBusy = run.kind === 'beginning' || run.kind === 'writing';
  const isTrashed = conversation !== null && conversation.trashedAt !== null;
  const failure = isTrashed ? null : runFailure(run);
  const reason = isTrashed
    ? 'This text is in the trash.'
    : (modelProblem ?? (isBusy ? 'The model writes.' : text.text === '' ? 'Write the beginning of a text.' : undefined));
  const continueText = () => {
    if (reason === undefined && model !== undefined) void completion.continueText({ ...settings, model: model.id });
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
          <Button
            size="sm"
            variant="quiet"
            icon={<FilePlus2 aria-hidden />}
            onClick={completion.startNew}
            isDisabled={isBusy || text.text === ''}
          >
            New text
          </Button>
          <CompletionStatus run={run} failure={failure} reason={reason} keys={shortcutKeys({ key: 'Enter' }, session.isMac).join('+')} />
          <div className="completion-buttons">
            {failure !== null && <CheckConnectionButton code={failure.code} />}
            <Button icon={<Undo2 aria-hidden />} isDisabled={!canUndo || isBusy || isTrashed} onClick={completion.undo}>
              Undo
            </Button>
            {canRedo && (
              <Button icon={<Redo2 aria-hidden />} isDisabled={isBusy || isTrashed} onClick={completion.redo}>
                Redo
              </Button>
            )}
            {isBusy ? (
              <Button icon={<Square aria-hidden />} onClick={completion.stop}>
                Stop
              </Button>
            ) : (
              <Button
                variant="primary"
                icon={<ArrowRightToLine aria-hidden />}
                isDisabled={reason !== undefined}
                onClick={continueText}
                aria-describedby="completion-reason"
              >
                {run.kind === 'over' && run.message.state !== 'failed' ? 'More' : 'Complete'}
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
  keys,
}: {
  readonly run: CompletionRun;
  readonly failure: Failure | null;
  readonly reason: string | undefined;
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
      {reason ?? (run.kind === 'over' ? describeEnd(run.message) : `${keys} has the model go on.`)}
    </p>
  );
}

function runFailure(run: CompletionRun): Failure | null {
  if (run.kind === 'failed') return run.failure;
  return run.kind === 'over' && run.message.state === 'failed' ? run.message.failure : null;
}

function describeEnd({ state, answer }: Extract<CompletionRun, { kind: 'over' }>['message']): string {
  const tokens = answer.usage?.completionTokens ?? null;
  const ending = state === 'stopped' ? 'Stopped' : answer.finish === 'length' ? 'Reached the limit of tokens' : 'The model ended here';
  return tokens === null ? `${ending}.` : `${ending}, after ${formatCount(tokens, 'token', 'tokens')}.`;
}
