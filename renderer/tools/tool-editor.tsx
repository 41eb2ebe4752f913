import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { useState } from 'react';
import type { SavedTool, Toolbox, ToolBinding } from '../../electron/contract/tool.ts';
import { SegmentedControl } from '../ui/radio-group.tsx';
import { Switch } from '../ui/toggle.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';
import { BindingFields } from './binding-fields.tsx';
import { EditorDialog } from './editor-dialog.tsx';
import { bindingError, descriptionError, normalizeBinding, nameError, parameterNames, parseParameters } from './validate-tool.ts';
import type { ToolboxActions } from './toolbox-actions.ts';
import { toolsText } from './text.ts';

const text = toolsText.editor;

type Bindings = { readonly [Kind in ToolBinding['kind']]: Extract<ToolBinding, { kind: Kind }> };

const defaultParameters =
  '{\n  "type": "object",\n  "properties": {\n    "place": { "type": "string", "description": "A town" }\n  },\n  "required": ["place"]\n}';
const defaultBindings: Bindings = {
  ask: { kind: 'ask' },
  http: { kind: 'http', method: 'GET', url: '', headers: [], body: null },
  command: { kind: 'command', argv: [''] },
  mcp: { kind: 'mcp', serverId: '', tool: '' },
};
const kinds = [
  { value: 'ask', label: text.action.kinds.ask },
  { value: 'http', label: text.action.kinds.http },
  { value: 'command', label: text.action.kinds.command },
  { value: 'mcp', label: text.action.kinds.mcp },
] as const;

/** Creates or edits a tool. Validates as the user types. */
export function ToolEditor({
  tool,
  toolbox,
  actions,
  onDone,
}: {
  /** Null for a new tool. */
  readonly tool: SavedTool | null;
  readonly toolbox: Toolbox;
  readonly actions: ToolboxActions;
  readonly onDone: () => void;
}) {
  const [name, setName] = useState(tool?.name ?? '');
  const [description, setDescription] = useState(tool?.description ?? '');
  const [schema, setSchema] = useState(tool === null ? defaultParameters : JSON.stringify(tool.parameters, null, 2));
  const [kind, setKind] = useState<ToolBinding['kind']>(tool?.binding.kind ?? 'ask');
  // One binding per kind is kept, so that switching between kinds loses nothing.
  const [bindings, setBindings] = useState<Bindings>({ ...defaultBindings, ...(tool !== null && { [tool.binding.kind]: tool.binding }) });
  const [runsByItself, setRunsByItself] = useState(tool?.runsByItself ?? false);
  const binding = bindings[kind];
  const others = toolbox.tools.filter(({ id }) => id !== tool?.id).map((other) => other.name);
  const parameters = parseParameters(schema);
  const errors = {
    name: nameError(name, others),
    description: descriptionError(description),
    parameters: parameters.ok ? undefined : describeFailure(parameters.failure).message,
    binding: bindingError(binding, parameters.ok ? parameterNames(parameters.value) : undefined),
  };
  const changeBinding = (next: ToolBinding) => {
    setBindings({ ...bindings, [next.kind]: next });
    if (next.kind !== 'mcp' || next.tool === bindings.mcp.tool) return;
    // The server provides the parameters and the description.
    const offered = toolbox.servers.find(({ id }) => id === next.serverId)?.tools.find((each) => each.name === next.tool);
    if (offered === undefined) return;
    setSchema(JSON.stringify(offered.parameters, null, 2));
    if (name === '') setName(offered.name);
    if (description === '') setDescription(offered.description);
  };
  return (
    <EditorDialog
      title={tool === null ? toolsText.tools.create : toolsText.edit(tool.name)}
      isValid={Object.values(errors).every((error) => error === undefined)}
      onSave={() =>
        parameters.ok
          ? actions.put(tool?.id ?? null, {
              name,
              description,
              parameters: parameters.value,
              binding: normalizeBinding(binding),
              isEnabled: tool?.isEnabled ?? true,
              runsByItself: runsByItself && kind !== 'ask',
            })
          : Promise.resolve(parameters)
      }
      onDone={onDone}
    >
      {(hasTried) => (
        <>
          <TextField
            label={text.name.label}
            placeholder={text.name.placeholder}
            spellCheck={false}
            value={name}
            error={hasTried || name !== '' ? errors.name : undefined}
            onChange={setName}
          />
          <TextArea
            label={text.description.label}
            placeholder={text.description.placeholder}
            value={description}
            error={hasTried ? errors.description : undefined}
            onChange={setDescription}
          />
          <TextArea
            label={text.parameters.label}
            description={text.parameters.hint}
            spellCheck={false}
            data-mono
            value={schema}
            error={errors.parameters}
            onChange={setSchema}
          />
          <div className="ui-field">
            <p className="ui-field-label">{text.action.label}</p>
            <SegmentedControl
              label={text.action.label}
              options={kinds}
              value={kind}
              onChange={(next) => {
                setKind(next);
                setRunsByItself(false); // The permission was given for another binding.
              }}
            />
          </div>
          <BindingFields
            binding={binding}
            servers={toolbox.servers}
            bindingError={errors.binding}
            hasTried={hasTried}
            onChange={changeBinding}
          />
          {kind !== 'ask' && (
            <Switch label={text.automatic.label} description={text.automatic.hint} isOn={runsByItself} onChange={setRunsByItself} />
          )}
        </>
      )}
    </EditorDialog>
  );
}
