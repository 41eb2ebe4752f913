import type { ToolBinding, ToolServer } from '../../electron/contract/tool.ts';
import { Select } from '../ui/select.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';
import { HeaderFields } from './header-fields.tsx';

type Http = Extract<ToolBinding, { kind: 'http' }>;

const methods = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((value) => ({ value, label: value }));

/** The fields of what runs, by its kind. */
export function BindingFields({
  binding,
  servers,
  error,
  onChange,
}: {
  readonly binding: ToolBinding;
  readonly servers: readonly ToolServer[];
  readonly error: string | undefined;
  readonly onChange: (binding: ToolBinding) => void;
}) {
  switch (binding.kind) {
    case 'ask':
      return <p className="tools-text">Each call is shown to you as a form, and you type the result.</p>;
    case 'http':
      return <HttpFields binding={binding} error={error} onChange={onChange} />;
    case 'command':
      return (
        <TextArea
          label="Program and arguments"
          description="One a line, run exactly so, without a shell; {{name}} stands for a parameter. You approve it in a dialog of the system before it runs."
          placeholder={'squeue\n--me\n--json'}
          spellCheck={false}
          data-mono
          value={binding.argv.join('\n')}
          error={error}
          onChange={(text) => {
            onChange({ kind: 'command', argv: text.split('\n') });
          }}
        />
      );
    case 'mcp': {
      const server = servers.find(({ id }) => id === binding.serverId);
      if (servers.length === 0) return <p className="tools-text">There is no MCP server yet: make one first.</p>;
      return (
        <div className="tools-pair">
          <Select
            label="Server"
            placeholder="Choose a server"
            value={binding.serverId === '' ? null : binding.serverId}
            options={servers.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(serverId) => {
              onChange({ kind: 'mcp', serverId, tool: '' });
            }}
          />
          <Select
            label="Tool"
            placeholder={server === undefined ? 'Choose a server first' : 'Choose a tool'}
            isDisabled={(server?.tools.length ?? 0) === 0}
            description={
              server !== undefined && server.tools.length === 0 ? 'The server is not connected: its tools are not known.' : error
            }
            value={binding.tool === '' ? null : binding.tool}
            options={(server?.tools ?? []).map(({ name, description }) => ({ value: name, label: name, detail: description.slice(0, 60) }))}
            onChange={(tool) => {
              onChange({ ...binding, tool });
            }}
          />
        </div>
      );
    }
  }
}

function HttpFields({
  binding,
  error,
  onChange,
}: {
  readonly binding: Http;
  readonly error: string | undefined;
  readonly onChange: (binding: Http) => void;
}) {
  const hasBody = binding.method !== 'GET' && binding.method !== 'DELETE';
  return (
    <>
      <div className="tools-address">
        <Select
          label="Method"
          value={binding.method}
          options={methods}
          onChange={(method) => {
            onChange({ ...binding, method });
          }}
        />
        <TextField
          label="Address"
          placeholder="https://api.example.org/forecast?q={{place}}"
          spellCheck={false}
          value={binding.url}
          error={error}
          onChange={(url) => {
            onChange({ ...binding, url });
          }}
        />
      </div>
      <HeaderFields
        headers={binding.headers}
        onChange={(headers) => {
          onChange({ ...binding, headers });
        }}
      />
      {hasBody && (
        <TextArea
          label="Body"
          description="Empty: the arguments as JSON. {{name}} stands for a parameter."
          spellCheck={false}
          data-mono
          value={binding.body ?? ''}
          onChange={(body) => {
            onChange({ ...binding, body: body === '' ? null : body });
          }}
        />
      )}
    </>
  );
}
