import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Parameters } from '../../electron/contract/conversation.ts';
import { modelsFor, pickModel } from '../state/model-choice.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { TextArea } from '../ui/text-field.tsx';
import { useChat } from './chat.ts';
import { ValidatedField } from '../shared/validated-field.tsx';
import { effortUnsupportedReason } from './settings-for-model.ts';
import { NumberParameterField, StopSequencesField, withoutUnset } from '../shared/parameter-fields.tsx';
import { parseExtra } from '../state/parse-parameters.ts';
import './parameters-panel.css';
import { PresetBar } from './preset-bar.tsx';
import { ToolChoiceFields } from './tool-choice-fields.tsx';
import { chatText } from './text.ts';
import { sharedText } from '../shared/text.ts';

const words = chatText.parameters;

const efforts = [
  { value: 'low', label: words.efforts.low },
  { value: 'medium', label: words.efforts.medium },
  { value: 'high', label: words.efforts.high },
] as const;

/** The settings of the current conversation. */
export function ParametersPanel() {
  const chat = useChat();
  const session = useSession();
  const settings = useStore(chat.settings);
  const connection = useStore(session.connection);
  const panel = useRef<HTMLElement>(null);
  const model = connection.state === 'ready' ? pickModel(modelsFor(connection, 'chat'), connection.mode, settings.model) : undefined;
  const { parameters } = settings;
  useEffect(() => {
    panel.current?.focus();
  }, []);
  const change = (next: Parameters) => {
    chat.settings.change({ parameters: withoutUnset(next) });
  };
  const close = () => {
    chat.settings.flush();
    chat.isPanelOpen.write(false);
    chat.focusComposer();
  };
  const noEffort = effortUnsupportedReason(model);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only handles Escape of its children
    <aside
      ref={panel}
      className="panel"
      aria-label={words.label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
      }}
    >
      <header className="panel-head">
        <h2>{words.title}</h2>
        <IconButton label={words.close} size="sm" icon={<X aria-hidden />} onClick={close} />
      </header>
      <div className="panel-body">
        <PresetBar />
        <TextArea
          label={words.systemPrompt}
          placeholder={words.systemPromptPlaceholder}
          value={settings.systemPrompt}
          onChange={(systemPrompt) => {
            chat.settings.change({ systemPrompt });
          }}
        />
        <div className="panel-pair">
          {(['temperature', 'topP', 'maxTokens', 'seed'] as const).map((name) => (
            <NumberParameterField key={name} name={name} parameters={parameters} onChange={change} />
          ))}
        </div>
        <fieldset className="panel-group">
          <legend>{words.reasoningEffort}</legend>
          <SegmentedControl
            label={words.reasoningEffort}
            options={efforts}
            value={parameters.reasoningEffort ?? 'medium'}
            isDisabled={noEffort !== undefined}
            onChange={(reasoningEffort) => {
              change({ ...parameters, reasoningEffort });
            }}
          />
          {noEffort !== undefined && <p className="panel-reason">{noEffort}</p>}
        </fieldset>
        <ToolChoiceFields model={model} settings={settings} onParameters={change} />
        <StopSequencesField parameters={parameters} onChange={change} />
        <NumberParameterField name="logprobs" description={sharedText.parameters.logprobsHint} parameters={parameters} onChange={change} />
        <ValidatedField
          label={words.more}
          description={words.moreHint}
          placeholder={'{"presence_penalty": 0.5}'}
          isLong
          value={parameters.extra}
          format={(extra) => (extra === undefined ? '' : JSON.stringify(extra, null, 2))}
          parse={parseExtra}
          onChange={(extra) => {
            change({ ...parameters, extra });
          }}
        />
      </div>
    </aside>
  );
}
