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

/** A page for raw text: the model goes on where it ends. */
export function CompletionScreen({ complete }: { readonly complete: Completion }) {
  const session = useSession();
  const connection = useStore(session.connection);
  const passage = useStore(complete.passage);
  const going = useStore(complete.going);
  const shown = useStore(complete.shown);
  const settings = useStore(complete.settings);
  const { canUndo, canRedo } = useStore(complete.steps);
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
  const trouble = model === undefined ? 'The service offers no model for text completion.' : unavailableReason(model, 'direct');
  const isBusy = going.kind === 'beginning' || going.kind === 'writing';
  const isTrashed = shown !== null && shown.trashedAt !== null;
  const failure = isTrashed ? null : failureOf(going);
  const reason = isTrashed
    ? 'This text is in the trash.'
    : (trouble ?? (isBusy ? 'The model writes.' : passage.text === '' ? 'Write the beginning of a text.' : undefined));
  const goOn = () => {
    if (reason === undefined && model !== undefined) void complete.goOn({ ...settings, model: model.id });
  };
  const fields = {
    parameters: settings.parameters,
    onChange: (parameters: Parameters) => {
      complete.settings.write({ ...settings, parameters });
    },
  };
  return (
    <>
      {shown !== null && <TrashNotice conversation={shown} />}
      <div className="complete">
        <div className="complete-settings">
          <NumberParameterField name="maxTokens" {...fields} />
          <NumberParameterField name="temperature" {...fields} />
          <StopSequencesField {...fields} />
        </div>
        <AuthoredTextEditor
          passage={passage}
          isBusy={isBusy}
          isReadOnly={isBusy || isTrashed}
          onEdit={complete.edit}
          onGoOn={goOn}
          onStop={complete.stop}
          onLeave={complete.flush}
        />
        <footer className="complete-foot">
          <ModelPicker
            models={models}
            connection={connection}
            value={model}
            chosenId={settings.model}
            onChange={(id) => {
              complete.settings.write({ ...settings, model: id });
            }}
          />
          <Button
            size="sm"
            variant="quiet"
            icon={<FilePlus2 aria-hidden />}
            onClick={complete.startNew}
            isDisabled={isBusy || passage.text === ''}
          >
            New text
          </Button>
          <Outcome going={going} failure={failure} reason={reason} keys={shortcutKeys({ key: 'Enter' }, session.isMac).join('+')} />
          <div className="complete-buttons">
            {failure !== null && <CheckConnectionButton code={failure.code} />}
            <Button icon={<Undo2 aria-hidden />} isDisabled={!canUndo || isBusy || isTrashed} onClick={complete.undo}>
              Undo
            </Button>
            {canRedo && (
              <Button icon={<Redo2 aria-hidden />} isDisabled={isBusy || isTrashed} onClick={complete.redo}>
                Redo
              </Button>
            )}
            {isBusy ? (
              <Button icon={<Square aria-hidden />} onClick={complete.stop}>
                Stop
              </Button>
            ) : (
              <Button
                variant="primary"
                icon={<ArrowRightToLine aria-hidden />}
                isDisabled={reason !== undefined}
                onClick={goOn}
                aria-describedby="complete-reason"
              >
                {going.kind === 'over' && going.message.state !== 'failed' ? 'More' : 'Complete'}
              </Button>
            )}
          </div>
        </footer>
      </div>
    </>
  );
}

function Outcome({
  going,
  failure,
  reason,
  keys,
}: {
  readonly going: CompletionRun;
  readonly failure: Failure | null;
  readonly reason: string | undefined;
  readonly keys: string;
}) {
  if (failure !== null)
    return (
      <p id="complete-reason" className="complete-words" data-tone="error" role="alert">
        {failure.message} {failure.remedy}
      </p>
    );
  return (
    <p id="complete-reason" className="complete-words">
      {reason ?? (going.kind === 'over' ? overWords(going.message) : `${keys} has the model go on.`)}
    </p>
  );
}

function failureOf(going: CompletionRun): Failure | null {
  if (going.kind === 'failed') return going.failure;
  return going.kind === 'over' && going.message.state === 'failed' ? going.message.failure : null;
}

function overWords({ state, answer }: Extract<CompletionRun, { kind: 'over' }>['message']): string {
  const tokens = answer.usage?.completionTokens ?? null;
  const words = state === 'stopped' ? 'Stopped' : answer.finish === 'length' ? 'Reached the limit of tokens' : 'The model ended here';
  return tokens === null ? `${words}.` : `${words}, after ${formatCount(tokens, 'token', 'tokens')}.`;
}
