import { useState } from 'react';
import type { KeptTool, Toolbox, ToolBinding, ToolDraft } from '../../electron/contract/tool.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Switch } from '../ui/switch.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';
import { BindingFields } from './binding-fields.tsx';
import { bindingTrouble, descriptionTrouble, nameTrouble, parameterNames, parseParameters } from './tool-check.ts';
import { draftOf, type ToolboxActions } from './toolbox-actions.ts';

const firstParameters =
  '{\n  "type": "object",\n  "properties": {\n    "place": { "type": "string", "description": "A town" }\n  },\n  "required": ["place"]\n}';
const newTool: ToolDraft = { name: '', description: '', parameters: {}, binding: { kind: 'ask' }, isEnabled: true, runsByItself: false };
const kinds = [
  { value: 'ask', label: 'Ask me' },
  { value: 'http', label: 'HTTP request' },
  { value: 'command', label: 'Command' },
  { value: 'mcp', label: 'MCP tool' },
] as const;

/** Where a tool is made or changed; what is wrong is said as it is typed. */
export function ToolEditor({
  tool,
  toolbox,
  actions,
  onDone,
}: {
  /** Null: a new one. */
  readonly tool: KeptTool | null;
  readonly toolbox: Toolbox;
  readonly actions: ToolboxActions;
  readonly onDone: () => void;
}) {
  const [draft, setDraft] = useState<ToolDraft>(tool === null ? newTool : draftOf(tool));
  const [schema, setSchema] = useState(tool === null ? firstParameters : JSON.stringify(tool.parameters, null, 2));
  /** What is missing is told once one tries to keep it, what is wrong at once. */
  const [hasTried, setTried] = useState(false);
  const others = toolbox.tools.filter(({ id }) => id !== tool?.id).map(({ name }) => name);
  const parameters = parseParameters(schema);
  const names = parameters.ok ? parameterNames(parameters.value) : [];
  const troubles = {
    name: nameTrouble(draft.name, others),
    description: descriptionTrouble(draft.description),
    parameters: parameters.ok ? undefined : parameters.failure.message,
    binding: bindingTrouble(draft.binding, names),
  };
  const shown = (trouble: string | undefined, text: string) => (hasTried || text !== '' ? trouble : undefined);
  const isRight = Object.values(troubles).every((trouble) => trouble === undefined);
  const change = (next: Partial<ToolDraft>) => {
    setDraft({ ...draft, ...next });
  };
  const keep = async () => {
    setTried(true);
    if (isRight && parameters.ok && (await actions.put(tool?.id ?? null, { ...draft, parameters: parameters.value }))) onDone();
  };
  return (
    <Dialog
      isOpen
      size="lg"
      onOpenChange={(isOpen) => {
        if (!isOpen) onDone();
      }}
      title={tool === null ? 'New tool' : `Edit ${tool.name}`}
    >
      <form
        className="tools-form"
        onSubmit={(event) => {
          event.preventDefault();
          void keep();
        }}
      >
        <TextField
          label="Name"
          placeholder="find_weather"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog opens to be filled in
          autoFocus
          spellCheck={false}
          value={draft.name}
          error={shown(troubles.name, draft.name)}
          onChange={(name) => {
            change({ name });
          }}
        />
        <TextArea
          label="Description"
          placeholder="What it does, and when the model should use it"
          value={draft.description}
          error={shown(troubles.description, draft.description)}
          onChange={(description) => {
            change({ description });
          }}
        />
        <TextArea
          label="Parameters"
          description="A JSON Schema of an object."
          spellCheck={false}
          data-mono
          value={schema}
          error={troubles.parameters}
          onChange={setSchema}
        />
        <div className="ui-field">
          <p className="ui-field-label">What runs</p>
          <Segmented
            label="What runs"
            options={kinds}
            value={draft.binding.kind}
            onChange={(kind) => {
              if (kind !== draft.binding.kind) change({ binding: firstBinding(kind) });
            }}
          />
        </div>
        <BindingFields
          binding={draft.binding}
          servers={toolbox.servers}
          error={hasTried || !isUntouched(draft.binding) ? troubles.binding : undefined}
          onChange={(binding) => {
            change({ binding });
          }}
        />
        {draft.binding.kind !== 'ask' && (
          <Switch
            label="Runs by itself"
            description="Otherwise each call is shown first, and waits for you."
            isOn={draft.runsByItself}
            onChange={(runsByItself) => {
              change({ runsByItself });
            }}
          />
        )}
        <footer className="ui-dialog-actions">
          {hasTried && !isRight && <p className="tools-form-trouble">Something above is not right yet.</p>}
          <Button onClick={onDone}>Cancel</Button>
          <Button type="submit" variant="primary">
            Keep
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

function firstBinding(kind: ToolBinding['kind']): ToolBinding {
  switch (kind) {
    case 'ask':
      return { kind };
    case 'http':
      return { kind, method: 'GET', url: '', headers: [], body: null };
    case 'command':
      return { kind, argv: [''] };
    case 'mcp':
      return { kind, serverId: '', tool: '' };
  }
}

function isUntouched(binding: ToolBinding): boolean {
  switch (binding.kind) {
    case 'ask':
      return true;
    case 'http':
      return binding.url === '';
    case 'command':
      return binding.argv.every((part) => part === '');
    case 'mcp':
      return binding.serverId === '' || binding.tool === '';
  }
}
