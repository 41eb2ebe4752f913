import { describe, expect, test } from 'vitest';
import type { ToolBinding } from '../../../electron/contract/tool.ts';
import {
  parseHeaders,
  bindingError,
  normalizeBinding,
  nameError,
  parameterNames,
  parseParameters,
  transportError,
} from '../../../renderer/tools/validate-tool.ts';
import { commandLine, serverStateText, toolStateText } from '../../../renderer/tools/tool-summary.ts';
import { toolsText } from '../../../renderer/tools/text.ts';

const { errors: text } = toolsText;

describe('nameError', () => {
  test.each([
    ['', text.nameMissing],
    ['find weather', text.nameInvalid],
    ['a'.repeat(65), text.nameInvalid],
    ['taken', text.nameTaken],
  ])('rejects “%s” with a message (catches a tool the service rejects)', (name, message) => {
    expect(nameError(name, ['taken'])).toBe(message);
  });

  test('accepts letters, digits, _ and -', () => expect(nameError('find_weather-2', [])).toBeUndefined());
});

describe('parseParameters', () => {
  test('accepts a JSON Schema of an object', () => {
    const result = parseParameters('{"type":"object","properties":{"place":{"type":"string"}},"required":["place"]}');
    expect(result.ok && parameterNames(result.value)).toEqual(['place']);
  });

  test.each([
    ['{', 'tool-parameters-not-json'],
    ['[]', 'tool-parameters-not-object'],
    ['{"type":"string"}', 'tool-parameters-type'],
    ['{"type":"object","properties":[]}', 'tool-parameters-properties'],
    ['{"type":"object","properties":{"a":1}}', 'tool-parameter-schema'],
    ['{"type":"object","properties":{},"required":["a"]}', 'tool-parameter-missing'],
    ['{"type":"object","required":"a"}', 'tool-parameters-required'],
  ])('rejects %s with a message (catches a model that never gets its arguments right)', (parameters, reason) => {
    expect(parseParameters(parameters)).toMatchObject({ ok: false, failure: { code: 'invalid-input', reason } });
  });
});

describe('bindings', () => {
  const http = (url: string, body: string | null = null): Extract<ToolBinding, { kind: 'http' }> => ({
    kind: 'http',
    method: 'GET',
    url,
    headers: [],
    body,
  });

  test.each<[string, ToolBinding]>([
    ['asking', { kind: 'ask' }],
    ['an address', http('https://a.org/?q={{place}}')],
    ['a command', { kind: 'command', argv: ['squeue', '--user={{place}}'] }],
  ])('accepts %s', (_, binding) => expect(bindingError(binding, ['place'])).toBeUndefined());

  test.each<[string, ToolBinding, string]>([
    ['no address', http('a.org'), text.urlInvalid],
    ['a file', http('file:///etc/passwd'), text.urlScheme],
    ['a password', http('https://me:token@a.org/'), text.urlCredentials],
    ['a host by argument', http('https://{{place}}.org/'), text.hostPlaceholder],
    ['an unknown name', http('https://a.org/{{town}}'), text.placeholderUnknown('town')],
    ['an unknown name in the body', { ...http('https://a.org/', '{{x}}'), method: 'POST' }, text.placeholderUnknown('x')],
    ['a name with spaces', http('https://a.org/{{ place }}'), text.placeholderSpaces('place')],
    [
      'a header without a value',
      { ...http('https://a.org/'), headers: [{ name: 'Authorization', value: '' }] },
      text.headerWithoutValue('Authorization'),
    ],
    [
      'a line that is no header',
      { ...http('https://a.org/'), headers: [{ name: 'no header', value: '' }] },
      text.headerInvalid('no header'),
    ],
    ['no program', { kind: 'command', argv: ['', 'x'] }, text.programMissing],
    ['a program by argument', { kind: 'command', argv: ['{{place}}'] }, text.programPlaceholder],
    ['no MCP tool', { kind: 'mcp', serverId: 's', tool: '' }, text.toolMissing],
  ])('rejects %s (catches a call that fails, or goes where the model wants)', (_, binding, message) => {
    expect(bindingError(binding, ['place'])?.message).toBe(message);
  });

  test('ignores braces that belong to the program (catches a command nobody can enter)', () => {
    const argv = ['docker', 'ps', '--format', '{{.Names}}', '{{json .}}'];
    expect(bindingError({ kind: 'command', argv }, [])).toBeUndefined();
  });

  test('reports no placeholder while the parameters are invalid (catches two complaints about one mistake)', () =>
    expect(bindingError(http('https://a.org/{{town}}'), undefined)).toBeUndefined());

  test('removes a hidden body and empty last lines (catches a request rejected for hidden values)', () => {
    expect(normalizeBinding(http('https://a.org/ ', '{}'))).toMatchObject({ url: 'https://a.org/', body: null });
    expect(normalizeBinding({ kind: 'command', argv: ['ls', '', '-l', '', ''] })).toEqual({ kind: 'command', argv: ['ls', '', '-l'] });
    expect(normalizeBinding({ kind: 'command', argv: ['', ''] })).toEqual({ kind: 'command', argv: [''] });
  });

  test('quotes the parts of a command where needed (catches one argument that looks like two)', () =>
    expect(commandLine(['ls', '-l', 'my files', '{{place}}'])).toBe('ls -l "my files" {{place}}'));

  test('parses headers line by line and keeps invalid lines (catches a header that vanishes)', () => {
    const headers = parseHeaders('Accept: text/plain\nnonsense\nX-A:b:c\n');
    expect(headers).toEqual([
      { name: 'Accept', value: 'text/plain' },
      { name: 'nonsense', value: '' },
      { name: 'X-A', value: 'b:c' },
    ]);
  });
});

test.each([
  ['https://a.org/mcp', undefined],
  ['a.org', text.urlInvalid],
  ['file:///etc/passwd', text.urlInvalid],
  ['https://me:token@a.org/', text.urlCredentials],
])('checks the URL %s of a server', (url, message) => expect(transportError({ kind: 'http', url })).toBe(message));

test('shows a missing approval before anything else (catches “On” of a tool that never runs)', () => {
  const tool = {
    id: 't',
    name: 't',
    description: '',
    parameters: {},
    binding: { kind: 'command', argv: ['ls'] },
    isEnabled: true,
    runsByItself: true,
  } as const;
  expect(toolStateText({ ...tool, approval: 'needed' })).toBe(toolsText.states.needsApproval);
  expect(toolStateText({ ...tool, approval: 'given' })).toBe(toolsText.states.runsAutomatically);
  const server = { id: 's', name: 's', transport: { kind: 'http', url: '' }, isEnabled: true, failure: null, tools: [] } as const;
  expect(serverStateText({ ...server, approval: 'needed', state: 'off' })).toBe(toolsText.states.needsApproval);
  expect(serverStateText({ ...server, approval: 'given', state: 'connected' })).toBe(toolsText.states.connected(0));
});
