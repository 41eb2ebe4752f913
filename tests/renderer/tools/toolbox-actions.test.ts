import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { fail, failure } from '../../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { failed } from '../../support/recorded-failure.ts';
import type { SavedTool, Toolbox, ToolServer } from '../../../electron/contract/tool.ts';
import { createToolboxActions } from '../../../renderer/tools/toolbox-actions.ts';
import { createFakeSession } from '../fake-session.ts';
import { toolsText } from '../../../renderer/tools/text.ts';

const server: ToolServer = {
  id: 's',
  name: 'Lab',
  transport: { kind: 'http', url: 'https://a.org/' },
  isEnabled: true,
  approval: 'not-needed',
  state: 'connected',
  failure: null,
  tools: [],
};
const tool = (id: string, binding: SavedTool['binding']): SavedTool => ({
  id,
  name: id,
  description: 'Does something.',
  parameters: { type: 'object' },
  binding,
  isEnabled: true,
  runsByItself: false,
  approval: 'not-needed',
});
const own = tool('own', { kind: 'mcp', serverId: 's', tool: 'x' });
const box = (change: Partial<Toolbox> = {}): Toolbox => ({
  tools: [own, tool('mine', { kind: 'ask' })],
  servers: [server],
  allowedHosts: [],
  ...change,
});

async function setUp() {
  const made = await createFakeSession();
  await made.answer('tools.read', ok(box()));
  return { ...made, actions: createToolboxActions(made.session) };
}

test('removes a server with its own tools only, and restores them under their ids (catches conversations that lose them)', async () => {
  const { actions, answer, calls, toasts } = await setUp();
  void actions.removeServer(server);
  await answer('tools.remove', ok(box({ tools: [tool('mine', { kind: 'ask' })] })));
  await answer('tools.removeServer', ok(box({ tools: [tool('mine', { kind: 'ask' })], servers: [] })));
  expect(calls('tools.remove').map(({ input }) => input)).toEqual([{ id: 'own' }]);
  expect(toasts).toMatchObject([{ title: toolsText.servers.deleted('Lab', 1) }]);
  toasts[0]?.action?.onSelect();
  await answer('tools.restore', ok(box()));
  expect(calls('tools.restore').map(({ input }) => input)).toEqual([{ ids: ['s', 'own'] }]);
});

test('keeps a server when one of its tools can’t be removed (catches tools that point to nothing)', async () => {
  const { actions, answer, calls, failures, toasts } = await setUp();
  void actions.removeServer(server);
  await answer('tools.remove', failed('storage', 'The disk is full.', 'Make room.'));
  expect(calls('tools.removeServer')).toEqual([]);
  expect([failures.length, toasts.length]).toEqual([1, 0]);
});

test('adds the other tools of a server if one can’t be added, and names that one (catches “Add its tools” that never adds the rest)', async () => {
  const { actions, answer, calls, failures, toasts } = await setUp();
  const adding = actions.addAll(['a', 'b', 'c'].map((name) => tool(name, { kind: 'mcp', serverId: 's', tool: name })));
  const refused = fail('tool-schema-invalid', { at: 'properties.x.enum', problem: 'no-values' });
  await answer('tools.put', ok(box()));
  await answer('tools.put', refused);
  await answer('tools.put', ok(box()));
  await adding;
  expect(calls('tools.put')).toHaveLength(3);
  expect(toasts).toMatchObject([{ title: toolsText.tools.added(2) }]);
  expect(failures).toEqual([failure('tools-not-added', { names: ['b'], cause: refused.failure })]);
});

test('shows no success if none of a server’s tools can be added, and reports them once', async () => {
  const { actions, answer, failures, toasts } = await setUp();
  const adding = actions.addAll(['a', 'b'].map((name) => tool(name, { kind: 'mcp', serverId: 's', tool: name })));
  await answer('tools.put', failed('storage', 'The disk is full.', 'Make room.'));
  await answer('tools.put', failed('storage', 'The disk is full.', 'Make room.'));
  await adding;
  expect(toasts).toEqual([]);
  expect(failures.map(describeFailure)).toEqual([{ message: 'a, b couldn’t be added: The disk is full.', remedy: 'Make room.' }]);
});

test('names each tool of a server with its own cause', async () => {
  const { actions, answer, failures } = await setUp();
  const adding = actions.addAll(['a', 'b', 'c'].map((name) => tool(name, { kind: 'mcp', serverId: 's', tool: name })));
  const invalid = fail('tool-schema-invalid', { at: '', problem: 'not-object-type' });
  const full = failed('storage', 'The disk is full.', 'Make room.');
  await answer('tools.put', invalid);
  await answer('tools.put', full);
  await answer('tools.put', invalid);
  await adding;
  expect(failures).toEqual([
    failure('tools-not-added', { names: ['a', 'c'], cause: invalid.failure }),
    failure('tools-not-added', { names: ['b'], cause: full.failure }),
  ]);
});

test('keeps the remedy of a tool that can’t be added for another reason than its parameters', async () => {
  const { actions, answer, failures } = await setUp();
  const adding = actions.addAll([tool('a', { kind: 'mcp', serverId: 's', tool: 'a' })]);
  const refused = fail('tool-name-taken', { name: 'a' });
  await answer('tools.put', refused);
  await adding;
  expect(failures.map((each) => describeFailure(each).remedy)).toEqual([describeFailure(refused.failure).remedy]);
});

test('returns a failed save to the editor instead of showing a toast (catches a message behind the dialog)', async () => {
  const { actions, answer, failures } = await setUp();
  const saving = actions.put(null, own);
  await answer('tools.put', failed('invalid-input', 'There is a tool called own already.', 'Choose another name.'));
  expect(await saving).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
  expect(failures).toEqual([]);
});
