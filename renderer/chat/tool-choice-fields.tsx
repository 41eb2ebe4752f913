import type { Model } from '../../electron/contract/catalog.ts';
import type { Parameters, ToolChoice } from '../../electron/contract/conversation.ts';
import type { ConversationSettings } from '../../electron/contract/history.ts';
import type { SavedTool, ToolServer } from '../../electron/contract/tool.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Checkbox } from '../ui/toggle.tsx';
import { Select } from '../ui/select.tsx';
import { useChat } from './chat.ts';
import { toolsUnsupportedReason } from './settings-for-model.ts';
import { chatText } from './text.ts';

const words = chatText.parameters;

/** The tools that the model may or must call. */
export function ToolChoiceFields({
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
    { value: 'auto', label: words.choices.auto },
    { value: 'none', label: words.choices.none },
    { value: 'required', label: words.choices.required },
    ...chosen.map(({ name }) => ({ value: `name:${name}`, label: words.always(name) })),
  ];
  const choice = formatChoice(settings.parameters.toolChoice);
  return (
    <fieldset className="panel-group stack" disabled={reason !== undefined}>
      <legend>{words.tools}</legend>
      {reason !== undefined && <p className="muted small">{reason}</p>}
      {tools.length === 0 && reason === undefined && <p className="muted small">{words.noToolsYet}</p>}
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
          label={words.toolChoice}
          value={choices.some(({ value }) => value === choice) ? choice : 'auto'}
          options={choices}
          onChange={(value) => {
            onParameters({ ...settings.parameters, toolChoice: parseChoice(value) });
          }}
        />
      )}
    </fieldset>
  );
}

/** Returns why a tool is not offered now, or undefined if it is. */
function notOfferedReason({ isEnabled, approval, binding }: SavedTool, servers: readonly ToolServer[]): string | undefined {
  if (!isEnabled) return words.toolOff;
  if (approval === 'needed') return words.toolNeedsApproval;
  if (binding.kind !== 'mcp') return undefined;
  const server = servers.find(({ id }) => id === binding.serverId);
  const isThere = server?.state === 'connecting' || server?.tools.some(({ name }) => name === binding.tool) === true;
  return isThere ? undefined : words.toolUnavailable(server?.name);
}

function formatChoice(choice: ToolChoice | undefined): string {
  return choice === undefined ? 'auto' : typeof choice === 'string' ? choice : `name:${choice.name}`;
}

function parseChoice(value: string): ToolChoice {
  if (value === 'none' || value === 'required' || value === 'auto') return value;
  return { name: value.slice('name:'.length) };
}
