import { GitBranch, SlidersHorizontal } from 'lucide-react';
import { useRef } from 'react';
import { ConnectionEmptyState } from '../shared/connection-navigation.tsx';
import { describeMissingModels, modelsFor, pickModel, unavailableReason } from '../state/model-choice.ts';
import { ModelPicker } from '../shared/model-picker.tsx';
import { sharedText } from '../shared/text.ts';
import { TokenLegend } from '../shared/shaded-text.tsx';
import { shadings } from '../shared/token-shading.ts';
import { usePendingRequest } from '../state/pending-request.ts';
import { useSession } from '../state/session.ts';
import { useStore, type WritableStore } from '../state/store.ts';
import { TrashNotice } from '../shared/trash-notice.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SegmentedControl } from '../ui/radio-group.tsx';
import { BranchesPanel } from './branches-panel.tsx';
import { ExportMenu } from './export-menu.tsx';
import type { Notebook } from './notebook.ts';
import type { NotebookView } from './notebook-commands.ts';
import './notebook-screen.css';
import { ScoreView } from './score-view.tsx';
import type { Scoring } from './scoring.ts';
import { notebookText } from './text.ts';
import type { TokenEditorHandle } from './token-editor.tsx';
import { WriteView } from './write-view.tsx';
import type { Parameters } from '../../electron/contract/conversation.ts';
import { ExtraParametersField, NumberParameterField, ParameterGrid, StopSequencesField } from '../shared/parameter-fields.tsx';
import { ValidatedField } from '../shared/validated-field.tsx';
import { parseCount } from '../state/parse-parameters.ts';
import { SidePanel } from '../ui/side-panel.tsx';

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
  const hasPicker = connection.state === 'ready' && connection.mode === 'direct';
  usePendingRequest(hasPicker ? undefined : view.modelPickerRequest, view.modelPickerRequest.complete);
  if (connection.state !== 'ready') return <ConnectionEmptyState connection={connection} whileStarting={notebookText.whileStarting} />;
  if (connection.mode === 'proxy')
    return (
      <EmptyState
        title={notebookText.proxy.title}
        actions={
          <Button variant="primary" onClick={() => void session.attempt(session.bridge.call('connection.setMode', { mode: 'direct' }))}>
            {notebookText.proxy.switch}
          </Button>
        }
      >
        {notebookText.proxy.hint}
      </EmptyState>
    );
  const models = modelsFor(connection, 'completion');
  const model = pickModel(models, 'direct', settings.model);
  const modelProblem = model === undefined ? describeMissingModels(connection, 'completion') : unavailableReason(model, 'direct');
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
  const modelPicker = (
    <ModelPicker
      purpose="completion"
      connection={connection}
      value={model}
      chosenId={settings.model}
      openRequest={view.modelPickerRequest}
      onChange={(id) => notebook.settings.write({ ...settings, model: id })}
    />
  );
  return (
    <>
      {conversation !== null && <TrashNotice conversation={conversation} />}
      <div className="notebook">
        <div className="notebook-main column">
          <div className="notebook-toolbar row wrap" role="toolbar" aria-label={notebookText.toolbar}>
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
            <div className="notebook-toolbar-end row">
              {shown === 'write' && (
                <>
                  <IconButton
                    label={notebookText.branches.button}
                    icon={<GitBranch aria-hidden />}
                    aria-pressed={panel === 'branches'}
                    onClick={() => togglePanel('branches')}
                  />
                  <IconButton
                    label={notebookText.parameters.button}
                    icon={<SlidersHorizontal aria-hidden />}
                    aria-pressed={panel === 'parameters'}
                    onClick={() => togglePanel('parameters')}
                  />
                  <ExportMenu notebook={notebook} isBusy={isBusy} />
                </>
              )}
            </div>
          </div>
          {shading !== 'off' && <TokenLegend shading={shading} />}
          {shown === 'score' ? (
            <>
              <ScoreView scoring={scoring} notebook={notebook} model={model?.id} reason={modelProblem} shading={shading} />
              <div>{modelPicker}</div>
            </>
          ) : (
            <WriteView notebook={notebook} view={view} editor={editor} model={model} modelProblem={modelProblem} isTrashed={isTrashed}>
              {modelPicker}
            </WriteView>
          )}
        </div>
        {shown === 'write' && panel === 'parameters' && <ParametersPanel notebook={notebook} count={view.count} onClose={closePanel} />}
        {shown === 'write' && panel === 'branches' && <BranchesPanel notebook={notebook} onClose={closePanel} />}
      </div>
    </>
  );
}

const text = notebookText.parameters;

/** The most continuations that one request may ask for. */
const maxCount = 16;

/** The parameters of the next continuation. */
function ParametersPanel({
  notebook,
  count,
  onClose,
}: {
  readonly notebook: Notebook;
  readonly count: WritableStore<number>;
  readonly onClose: () => void;
}) {
  const settings = useStore(notebook.settings);
  const { parameters } = settings;
  const change = (next: Parameters) => notebook.settings.write({ ...settings, parameters: next });
  const fields = { parameters, onChange: change };
  return (
    <SidePanel label={text.label} title={text.title} closeLabel={text.close} onClose={onClose}>
      <ParameterGrid>
        <NumberParameterField name="maxTokens" {...fields} />
        <ValidatedField
          label={text.count}
          value={useStore(count)}
          format={String}
          parse={(typed) => parseCount(typed, maxCount)}
          onChange={count.write}
        />
        {(['temperature', 'topP', 'topK', 'minP', 'repetitionPenalty', 'presencePenalty', 'frequencyPenalty', 'seed'] as const).map(
          (name) => (
            <NumberParameterField key={name} name={name} {...fields} />
          ),
        )}
      </ParameterGrid>
      <NumberParameterField name="logprobs" description={sharedText.parameters.logprobsHint} {...fields} />
      <StopSequencesField {...fields} />
      <ExtraParametersField example={'{"ignore_eos": true}'} {...fields} />
    </SidePanel>
  );
}
