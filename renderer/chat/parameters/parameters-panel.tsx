import type { Parameters, ToolChoice } from '../../../electron/contract/conversation.ts';
import { modelsFor, pickModel } from '../../state/model-choice.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { SegmentedControl } from '../../ui/radio-group.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { useChat } from '../chat.ts';
import { currentConversationId } from '../conversation-store.ts';
import { effortUnsupportedReason, toolsUnsupportedReason } from './settings-for-model.ts';
import {
  ExtraParametersField,
  NumberParameterField,
  ParameterGrid,
  StopSequencesField,
  withoutUnset,
} from '../../shared/parameter-fields.tsx';
import '../chat-screen.css';
import { PresetBar } from './preset-bar.tsx';
import { parametersText } from './text.ts';
import { sharedText } from '../../shared/text.ts';
import type { Model } from '../../../electron/contract/catalog.ts';
import type { ConversationSettings } from '../../../electron/contract/history.ts';
import type { SavedTool, ToolServer } from '../../../electron/contract/tool.ts';
import { Checkbox } from '../../ui/toggle.tsx';
import { Select } from '../../ui/select.tsx';

const efforts = [
  { value: 'low', label: parametersText.efforts.low },
  { value: 'medium', label: parametersText.efforts.medium },
  { value: 'high', label: parametersText.efforts.high },
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
  const change = (next: Parameters) => chat.settings.change({ parameters: withoutUnset(next) });
  const fields = { parameters, onChange: change };
  const close = () => {
    chat.settings.flush();
    chat.isPanelOpen.write(false);
    chat.focusComposer();
  };
  const noEffort = effortUnsupportedReason(model);
  return (
    <SidePanel label={parametersText.label} title={parametersText.title} closeLabel={parametersText.close} onClose={close}>
      {/* text that is not valid yet belongs to its conversation */}
      <div key={ownerId} className="parameters-fields" inert={isReadOnly}>
        <PresetBar />
        <TextArea
          label={parametersText.systemPrompt}
          placeholder={parametersText.systemPromptPlaceholder}
          value={settings.systemPrompt}
          onChange={(systemPrompt) => chat.settings.change({ systemPrompt })}
        />
        <ParameterGrid>
          {(['temperature', 'topP', 'maxTokens', 'seed'] as const).map((name) => (
            <NumberParameterField key={name} name={name} {...fields} />
          ))}
        </ParameterGrid>
        <fieldset className="stack">
          <legend>{parametersText.reasoningEffort}</legend>
          <SegmentedControl
            label={parametersText.reasoningEffort}
            options={efforts}
            value={parameters.reasoningEffort ?? 'medium'}
            isDisabled={noEffort !== undefined}
            onChange={(reasoningEffort) => change({ ...parameters, reasoningEffort })}
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

/** The tools that the model may or must call. */
function ToolChoiceFields({
  model,
  settings,
  onParameters,
}: {
  readonly model: Model | undefined;
  readonly settings: ConversationSettings;
  readonly onParameters: (parameters: Parameters) => void;
}) {
  const chat = useChat();
  const { tools = [], servers = [] } = useStore(useSession().toolbox).value ?? {};
  const reason = toolsUnsupportedReason(model);
  const usable = tools.filter(({ isEnabled, approval }) => isEnabled && approval !== 'needed');
  const chosen = usable.filter(({ id }) => settings.toolIds.includes(id));
  const choices = [
    { value: 'auto', label: parametersText.choices.auto },
    { value: 'none', label: parametersText.choices.none },
    { value: 'required', label: parametersText.choices.required },
    ...chosen.map(({ name }) => ({ value: `name:${name}`, label: parametersText.always(name) })),
  ];
  const choice = formatChoice(settings.parameters.toolChoice);
  return (
    <fieldset className="stack" disabled={reason !== undefined}>
      <legend>{parametersText.tools}</legend>
      {reason !== undefined && <p className="muted small">{reason}</p>}
      {tools.length === 0 && reason === undefined && <p className="muted small">{parametersText.noToolsYet}</p>}
      {tools.map((tool) => {
        const canUse = usable.includes(tool);
        return (
          <Checkbox
            key={tool.id}
            label={<code>{tool.name}</code>}
            description={notOfferedReason(tool, servers) ?? tool.description}
            isDisabled={reason !== undefined || !canUse}
            isOn={reason === undefined && canUse && settings.toolIds.includes(tool.id)}
            onChange={(isOn) => {
              const others = settings.toolIds.filter((id) => id !== tool.id);
              chat.settings.change({ toolIds: isOn ? [...others, tool.id] : others });
            }}
          />
        );
      })}
      {chosen.length > 0 && reason === undefined && (
        <Select
          label={parametersText.toolChoice}
          value={choices.some(({ value }) => value === choice) ? choice : 'auto'}
          options={choices}
          onChange={(value) => onParameters({ ...settings.parameters, toolChoice: parseChoice(value) })}
        />
      )}
    </fieldset>
  );
}

/** Returns why a tool is not offered now, or undefined if it is. */
function notOfferedReason({ isEnabled, approval, binding }: SavedTool, servers: readonly ToolServer[]): string | undefined {
  if (!isEnabled) return parametersText.toolOff;
  if (approval === 'needed') return parametersText.toolNeedsApproval;
  if (binding.kind !== 'mcp') return undefined;
  const server = servers.find(({ id }) => id === binding.serverId);
  const isThere = server?.state === 'connecting' || server?.tools.some(({ name }) => name === binding.tool) === true;
  return isThere ? undefined : parametersText.toolUnavailable(server?.name);
}

function formatChoice(choice: ToolChoice | undefined): string {
  return choice === undefined ? 'auto' : typeof choice === 'string' ? choice : `name:${choice.name}`;
}

function parseChoice(value: string): ToolChoice {
  if (value === 'none' || value === 'required' || value === 'auto') return value;
  return { name: value.slice('name:'.length) };
}
