import { expect, test } from 'vitest';
import type { SavedTool, ToolServer } from '../../../electron/contract/tool.ts';
import { newServerTools } from '../../../renderer/tools/servers-list.tsx';

const offered = (name: string) => ({ name, description: `Does ${name}.`, parameters: { type: 'object' } });
const server: ToolServer = {
  id: 's',
  name: 'My files!',
  transport: { kind: 'http', url: 'https://a.org/' },
  isEnabled: true,
  approval: 'not-needed',
  state: 'connected',
  failure: null,
  tools: [offered('list'), offered('read')],
};
const savedTool = (name: string, binding: SavedTool['binding']): SavedTool => ({
  id: name,
  ...offered(name),
  binding,
  isEnabled: true,
  runsByItself: true,
  approval: 'not-needed',
});

test('creates drafts with the server’s descriptions that ask before they run (catches a tool that runs unseen)', () =>
  expect(newServerTools(server, [])[0]).toEqual({
    ...offered('list'),
    binding: { kind: 'mcp', serverId: 's', tool: 'list' },
    isEnabled: true,
    runsByItself: false,
  }));

test('skips tools that were added already (catches duplicates at a second click)', () => {
  const own = savedTool('list', { kind: 'mcp', serverId: 's', tool: 'list' });
  expect(newServerTools(server, [own]).map(({ name }) => name)).toEqual(['read']);
});

test('renames a tool whose name is taken, with a valid name (catches two tools of one name)', () => {
  const names = newServerTools(server, [savedTool('list', { kind: 'ask' }), savedTool('My_files__list', { kind: 'ask' })]).map(
    ({ name }) => name,
  );
  expect(names).toEqual(['My_files__list_2', 'read']);
  expect(names.every((name) => /^[A-Za-z0-9_-]{1,64}$/u.test(name))).toBe(true);
});
