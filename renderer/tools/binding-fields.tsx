import { useState } from 'react';
import type { ToolBinding, ToolServer } from '../../electron/contract/tool.ts';
import { Select } from '../ui/select.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';
import { hasBody, type BindingError, parseHeaders, type Headers } from './validate-tool.ts';
import { toolsText } from './text.ts';

const { editor } = toolsText;

type Http = Extract<ToolBinding, { kind: 'http' }>;
type Mcp = Extract<ToolBinding, { kind: 'mcp' }>;

const methods = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((value) => ({ value, label: value }));

/** The fields of a tool's binding, by its kind. */
export function BindingFields({
  binding,
  servers,
  bindingError,
  hasTried,
  onChange,
}: {
  readonly binding: ToolBinding;
  readonly servers: readonly ToolServer[];
  readonly bindingError: BindingError | undefined;
  /** Whether the user has tried to save. Missing values are reported only after that. */
  readonly hasTried: boolean;
  readonly onChange: (binding: ToolBinding) => void;
}) {
  const errorFor = (field: BindingError['field'], text: string) =>
    bindingError?.field === field && (hasTried || text !== '') ? bindingError.message : undefined;
  switch (binding.kind) {
    case 'ask':
      return <p className="tools-text">{editor.ask}</p>;
    case 'http':
      return <HttpFields binding={binding} wrong={errorFor} onChange={onChange} />;
    case 'command':
      return (
        <ArgvField
          argv={binding.argv}
          description={editor.argv.hint}
          placeholder={editor.argv.placeholder}
          error={errorFor('argv', binding.argv.join(''))}
          onChange={(argv) => onChange({ kind: 'command', argv })}
        />
      );
    case 'mcp':
      return <McpFields binding={binding} servers={servers} error={errorFor('tool', binding.tool)} onChange={onChange} />;
  }
}

function McpFields({
  binding,
  servers,
  error,
  onChange,
}: {
  readonly binding: Mcp;
  readonly servers: readonly ToolServer[];
  readonly error: string | undefined;
  readonly onChange: (binding: Mcp) => void;
}) {
  const server = servers.find(({ id }) => id === binding.serverId);
  const hasTools = server !== undefined && server.tools.length > 0;
  if (servers.length === 0) return <p className={error === undefined ? 'tools-text' : 'ui-field-error'}>{editor.mcp.noServers}</p>;
  return (
    <div className="tools-pair">
      <Select
        label={editor.mcp.server.label}
        placeholder={editor.mcp.server.placeholder}
        error={hasTools ? undefined : error}
        value={binding.serverId === '' ? null : binding.serverId}
        options={servers.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(serverId) => onChange({ kind: 'mcp', serverId, tool: '' })}
      />
      <Select
        label={editor.mcp.tool.label}
        placeholder={server === undefined ? editor.mcp.tool.placeholderWithoutServer : editor.mcp.tool.placeholder}
        isDisabled={!hasTools}
        error={hasTools ? error : undefined}
        description={server?.tools.length === 0 ? editor.mcp.tool.notConnected : undefined}
        value={binding.tool === '' ? null : binding.tool}
        options={(server?.tools ?? []).map(({ name, description }) => ({ value: name, label: name, detail: description.slice(0, 60) }))}
        onChange={(tool) => onChange({ ...binding, tool })}
      />
    </div>
  );
}

function HttpFields({
  binding,
  wrong,
  onChange,
}: {
  readonly binding: Http;
  readonly wrong: (field: BindingError['field'], text: string) => string | undefined;
  readonly onChange: (binding: Http) => void;
}) {
  return (
    <>
      <div className="tools-address">
        <Select
          label={editor.http.method}
          value={binding.method}
          options={methods}
          onChange={(method) => onChange({ ...binding, method })}
        />
        <TextField
          label={editor.http.url.label}
          placeholder={editor.http.url.placeholder}
          spellCheck={false}
          value={binding.url}
          error={wrong('url', binding.url)}
          onChange={(url) => onChange({ ...binding, url })}
        />
      </div>
      <HeaderFields headers={binding.headers} error={wrong('headers', 'given')} onChange={(headers) => onChange({ ...binding, headers })} />
      {hasBody(binding.method) && (
        <TextArea
          label={editor.http.body.label}
          description={editor.http.body.hint}
          spellCheck={false}
          data-mono
          value={binding.body ?? ''}
          error={wrong('body', 'given')}
          onChange={(body) => onChange({ ...binding, body: body === '' ? null : body })}
        />
      )}
    </>
  );
}

/** Request headers, one per line as `Name: value`. */
function HeaderFields({
  headers,
  error,
  onChange,
}: {
  readonly headers: Headers;
  readonly error: string | undefined;
  readonly onChange: (headers: Headers) => void;
}) {
  const [text, setText] = useState(headers.map(({ name, value }) => (value === '' ? name : `${name}: ${value}`)).join('\n'));
  return (
    <TextArea
      label={editor.http.headers.label}
      description={editor.http.headers.hint}
      placeholder={editor.http.headers.placeholder}
      spellCheck={false}
      data-mono
      value={text}
      error={error}
      onChange={(next) => {
        setText(next);
        onChange(parseHeaders(next));
      }}
    />
  );
}

/** A program and its arguments, one per line. */
export function ArgvField({
  argv,
  description,
  placeholder,
  error,
  onChange,
}: {
  readonly argv: readonly string[];
  readonly description: string;
  readonly placeholder: string;
  readonly error: string | undefined;
  readonly onChange: (argv: readonly string[]) => void;
}) {
  return (
    <TextArea
      label={editor.argv.label}
      description={description}
      placeholder={placeholder}
      spellCheck={false}
      data-mono
      value={argv.join('\n')}
      error={error}
      onChange={(text) => onChange(text.split('\n'))}
    />
  );
}
