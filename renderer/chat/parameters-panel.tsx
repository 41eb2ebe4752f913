import type { Parameters } from '../../electron/contract/conversation.ts';
import { modelsFor, pickModel } from '../state/model-choice.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { SegmentedControl } from '../ui/radio-group.tsx';
import { SidePanel } from '../ui/side-panel.tsx';
import { TextArea } from '../ui/text-field.tsx';
import { useChat } from './chat.ts';
import { currentConversationId } from './conversation-store.ts';
import { effortUnsupportedReason } from './settings-for-model.ts';
import {
  ExtraParametersField,
  NumberParameterField,
  ParameterGrid,
  StopSequencesField,
  withoutUnset,
} from '../shared/parameter-fields.tsx';
import './chat-screen.css';
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
  const ownerId = useStore(chat.settings.ownerId);
  const isReadOnly = currentConversationId(useStore(chat.conversation)) !== ownerId;
  const connection = useStore(session.connection);
  const model = connection.state === 'ready' ? pickModel(modelsFor(connection, 'chat'), connection.mode, settings.model) : undefined;
  const { parameters } = settings;
  const change = (next: Parameters) => {
    chat.settings.change({ parameters: withoutUnset(next) });
  };
  const fields = { parameters, onChange: change };
  const close = () => {
    chat.settings.flush();
    chat.isPanelOpen.write(false);
    chat.focusComposer();
  };
  const noEffort = effortUnsupportedReason(model);
  return (
    <SidePanel label={words.label} title={words.title} closeLabel={words.close} onClose={close}>
      {/* text that is not valid yet belongs to its conversation */}
      <div key={ownerId} className="parameters-fields" inert={isReadOnly}>
        <PresetBar />
        <TextArea
          label={words.systemPrompt}
          placeholder={words.systemPromptPlaceholder}
          value={settings.systemPrompt}
          onChange={(systemPrompt) => {
            chat.settings.change({ systemPrompt });
          }}
        />
        <ParameterGrid>
          {(['temperature', 'topP', 'maxTokens', 'seed'] as const).map((name) => (
            <NumberParameterField key={name} name={name} {...fields} />
          ))}
        </ParameterGrid>
        <fieldset className="panel-group stack">
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
          {noEffort !== undefined && <p className="muted small">{noEffort}</p>}
        </fieldset>
        <ToolChoiceFields model={model} settings={settings} onParameters={change} />
        <StopSequencesField {...fields} />
        <NumberParameterField name="logprobs" description={sharedText.parameters.logprobsHint} {...fields} />
        <ExtraParametersField example={'{"presence_penalty": 0.5}'} {...fields} />
      </div>
    </SidePanel>
  );
}
