import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Toolbox } from '../../../electron/contract/tool.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { addTool, addServer, approve, command, draft, never, openTestTools, server, toolsWith } from '../../support/toolbox.ts';

describe('saving', () => {
  test('has tools after a restart, and emits each change', async () => {
    const folder = await temporaryFolder();
    const emitted: Toolbox[] = [];
    const { tools, id } = await toolsWith(draft(), { folder, onChange: (toolbox) => emitted.push(toolbox) });
    await tools.put(id, draft({ description: 'Better.' }));
    await tools.close();

    const again = await openTestTools({ folder });
    expect(again.read().tools).toEqual([{ ...draft({ description: 'Better.' }), id, approval: 'not-needed' }]);
    expect(emitted.at(-1)?.tools[0]?.description).toBe('Better.');
  });

  test('rejects a second tool of the same name, because the model distinguishes them by name', async () => {
    const { tools, id } = await toolsWith(draft());
    expect(await tools.put(null, draft())).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    expect(await tools.put(id, draft({ description: 'x' }))).toMatchObject({ ok: true });
  });

  test.each([
    [draft({ parameters: { type: 'string' } }), 'tool-schema-invalid'],
    [command('echo', '{{town}}'), 'tool-placeholder-unknown'],
    [draft({ binding: { kind: 'mcp', serverId: 'none', tool: 'x' } }), 'tool-server-missing'],
    [draft({ binding: { kind: 'http', method: 'GET', url: 'https://{{city}}/', headers: [], body: null } }), 'tool-host-not-fixed'],
    [
      draft({ binding: { kind: 'http', method: 'GET', url: 'https://me:token@a.example/', headers: [], body: null } }),
      'tool-url-credentials',
    ],
  ])('rejects what can’t work, with a reason (%#)', async (tool, reason) => {
    const tools = await openTestTools();
    const put = await tools.put(null, tool);
    expect(put).toMatchObject({ ok: false, failure: { code: 'invalid-input', reason } });
    expect(tools.read().tools).toEqual([]);
  });

  test.each([
    [{ kind: 'http', url: 'lab.example' }, 'tool-server-address-invalid'],
    [{ kind: 'http', url: 'https://me:token@lab.example/' }, 'tool-url-credentials'],
    [{ kind: 'stdio', argv: [' '] }, 'tool-command-empty'],
    [{ kind: 'stdio', argv: ['lab', 'a\0b'] }, 'tool-command-nul'],
  ] as const)('says what is wrong with a server (%#)', async (transport, reason) => {
    const tools = await openTestTools();
    expect(await tools.putServer(null, server(transport))).toMatchObject({ ok: false, failure: { reason } });
  });

  test('restores a removed tool under its id, but not its approval (catches a conversation that loses its tool by an undo)', async () => {
    const { tools, id } = await toolsWith(command('echo', 'hi'));
    await approve(tools, id);
    await tools.remove(id);
    expect(await tools.put(id, draft())).toMatchObject({ ok: false });
    expect(await tools.restore([id])).toMatchObject({ ok: true, value: { tools: [{ id, approval: 'needed' }] } });
    expect(await tools.restore([id])).toMatchObject({ ok: false });
    expect(await tools.restore(['never-there'])).toMatchObject({ ok: false });
  });

  test('restores a server with the tools it runs, or none of them if one no longer fits', async () => {
    const tools = await openTestTools();
    const serverId = await addServer(tools, server({ kind: 'stdio', argv: ['search'] }));
    const id = await addTool(tools, draft({ name: 'search', binding: { kind: 'mcp', serverId, tool: 'search' } }));
    must(await tools.remove(id));
    must(await tools.removeServer(serverId));
    const other = await addTool(tools, draft({ name: 'search' }));
    expect(await tools.restore([serverId, id])).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    expect(tools.read().servers).toEqual([]);
    must(await tools.remove(other));
    expect(must(await tools.restore([serverId, id]))).toMatchObject({ servers: [{ id: serverId }], tools: [{ id }] });
  });

  test('puts restored tools and servers back where they were (catches an undo that moves them to the end)', async () => {
    const tools = await openTestTools();
    const firstServer = await addServer(tools, server({ kind: 'stdio', argv: ['lab'] }, { name: 'First' }));
    const first = await addTool(tools, draft({ name: 'one', binding: { kind: 'mcp', serverId: firstServer, tool: 'one' } }));
    const second = await addTool(tools, draft({ name: 'two' }));
    const secondServer = await addServer(tools, server({ kind: 'stdio', argv: ['lab'] }, { name: 'Second' }));
    must(await tools.remove(first));
    must(await tools.removeServer(firstServer));
    const restored = must(await tools.restore([firstServer, first]));
    expect(restored.tools.map(({ id }) => id)).toEqual([first, second]);
    expect(restored.servers.map(({ id }) => id)).toEqual([firstServer, secondServer]);
  });

  test('doesn’t remove a server that a tool uses', async () => {
    const tools = await openTestTools();
    const serverId = await addServer(tools, server({ kind: 'stdio', argv: ['lab'] }));
    const id = await addTool(tools, draft({ binding: { kind: 'mcp', serverId, tool: 'x' } }));
    expect(await tools.removeServer(serverId)).toMatchObject({ ok: false });
    await tools.remove(id);
    expect(await tools.removeServer(serverId)).toMatchObject({ ok: true, value: { servers: [] } });
  });
});

describe('approving', () => {
  test('neither offers nor runs a command before the user approved it', async () => {
    const { tools, id } = await toolsWith(command('echo', '{{city}}'));
    expect(tools.read().tools[0]?.approval).toBe('needed');
    expect(tools.offer([id])).toEqual([]);
    expect(await tools.run(id, '{"city":"Bern"}', never)).toMatchObject({ isError: true, by: 'causeway' });

    await approve(tools, id);
    expect(tools.read().tools[0]?.approval).toBe('given');
    expect(tools.offer([id]).map(({ tool }) => tool.name)).toEqual(['weather']);
    expect(await tools.run(id, '{"city":"Bern"}', never)).toEqual({ text: 'Bern\n', isError: false, by: 'command' });
  });

  test('revokes the approval at any change of the command, even if it is changed back', async () => {
    const { tools, id } = await toolsWith(command('echo', '{{city}}'));
    await approve(tools, id);
    await tools.put(id, command('echo', '{{city}}', 'x'));
    expect(tools.read().tools[0]?.approval).toBe('needed');
    await tools.put(id, command('echo', '{{city}}'));
    expect(tools.read().tools[0]?.approval).toBe('needed');
    expect(await tools.run(id, '{"city":"Bern"}', never)).toMatchObject({ isError: true });
  });

  test('keeps the approval when other fields change', async () => {
    const { tools, id } = await toolsWith(command('echo', '{{city}}'));
    await approve(tools, id);
    await tools.put(id, { ...command('echo', '{{city}}'), description: 'x' });
    expect(tools.read().tools[0]?.approval).toBe('given');
  });

  test('doesn’t approve a command that was changed while the dialog was open', async () => {
    const { tools, id } = await toolsWith(command('echo', 'a'));
    const shown = tools.describeForApproval(id);
    await tools.put(id, command('echo', 'b'));
    expect(await tools.approve(id, shown.ok ? shown.value.hash : '')).toMatchObject({ ok: false, failure: { code: 'refused' } });
    expect(tools.read().tools[0]?.approval).toBe('needed');
  });

  test('hashes arguments differently that look the same when joined', async () => {
    const tools = await openTestTools();
    const one = tools.describeForApproval(await addTool(tools, { ...command('echo', 'a b'), name: 'one' }));
    const two = tools.describeForApproval(await addTool(tools, { ...command('echo', 'a', 'b'), name: 'two' }));
    expect(one.ok && two.ok && one.value.hash !== two.value.hash).toBe(true);
    expect(one).toMatchObject({ value: { argv: ['echo', 'a b'] } });
  });

  test('doesn’t run a command that was changed on disk: compares the hash at every start and run', async () => {
    const folder = await temporaryFolder();
    const { tools, id } = await toolsWith(command('echo', 'a'), { folder });
    await approve(tools, id);
    await tools.close();
    const file = path.join(folder, 'tools.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"a"', '"b"'));

    const again = await openTestTools({ folder });
    expect(again.read().tools[0]).toMatchObject({ approval: 'needed', binding: { argv: ['echo', 'b'] } });
    expect(await again.run(id, '{"city":""}', never)).toMatchObject({ isError: true, by: 'causeway' });
  });

  test('doesn’t start a stdio server before it is approved', async () => {
    const tools = await openTestTools();
    const id = await addServer(tools, server({ kind: 'stdio', argv: ['lab'] }));
    expect(tools.read().servers[0]).toMatchObject({ id, approval: 'needed', state: 'off' });
  });
});

describe('running', () => {
  test('reports arguments that don’t match the schema to the model, and runs nothing', async () => {
    const { tools, id } = await toolsWith(command('echo', '{{city}}'));
    await approve(tools, id);
    expect(tools.checkArguments(id, '{"city":1}')).toContain('- city: ');
    expect(tools.checkArguments(id, '{"city":"Bern"}')).toBeUndefined();
    expect(await tools.run(id, '{"city":1}', never)).toMatchObject({ isError: true, by: 'causeway' });
  });

  test('neither offers nor runs a disabled tool', async () => {
    const { tools, id } = await toolsWith({ ...command('echo', '{{city}}'), isEnabled: false });
    await approve(tools, id);
    expect(tools.offer([id])).toEqual([]);
    expect(await tools.run(id, '{"city":"Bern"}', never)).toMatchObject({ isError: true, by: 'causeway' });
  });

  test('offers only the requested tools', async () => {
    const tools = await openTestTools();
    const one = await addTool(tools, draft({ name: 'one' }));
    await addTool(tools, draft({ name: 'two' }));
    expect(tools.offer([one, 'none']).map(({ tool, binding }) => [tool.name, binding])).toEqual([['one', 'ask']]);
  });
});

describe('hosts', () => {
  test('are saved once each in one spelling, and can be removed', async () => {
    const tools = await openTestTools();
    await tools.allowHost('Lab.Example:80', true);
    await tools.allowHost('lab.example:80', true);
    expect(tools.read().allowedHosts).toEqual(['lab.example:80']);
    expect(await tools.allowHost('https://lab.example/', true)).toMatchObject({ ok: false });
    await tools.allowHost('lab.example:80', false);
    expect(tools.read().allowedHosts).toEqual([]);
  });
});

describe('files', () => {
  test('imports tools disabled, without automatic runs or approvals', async () => {
    const tools = await openTestTools();
    const serverId = await addServer(tools, server({ kind: 'stdio', argv: ['lab', 'x'] }, { isEnabled: false }));
    const shown = tools.describeServerForApproval(serverId);
    await tools.approveServer(serverId, shown.ok ? shown.value.hash : '');
    await approve(tools, await addTool(tools, { ...command('echo', '{{city}}'), runsByItself: true }));
    await addTool(tools, draft({ name: 'remote', binding: { kind: 'mcp', serverId, tool: 't' } }));
    await tools.allowHost('127.0.0.1', true);
    const text = tools.exportText();

    const other = await openTestTools();
    expect(await other.importText(text)).toMatchObject({ ok: true });
    const { tools: imported, servers, allowedHosts } = other.read();
    expect(imported.map(({ isEnabled, runsByItself }) => isEnabled || runsByItself)).toEqual([false, false]);
    expect(imported.map(({ approval }) => approval)).toEqual(['needed', 'not-needed']);
    expect(servers).toMatchObject([{ isEnabled: false, approval: 'needed', state: 'off' }]);
    expect(imported[1]?.binding).toEqual({ kind: 'mcp', serverId: servers[0]?.id, tool: 't' });
    expect(allowedHosts).toEqual([]);
  });

  test('imports a file with a byte order mark, as some editors save it', async () => {
    const tools = await openTestTools();
    await addTool(tools, draft());
    expect(await tools.importText(`\uFEFF${tools.exportText()}`)).toMatchObject({ ok: true });
  });

  test('ignores an approval in a file', async () => {
    const { tools, id } = await toolsWith(command('echo', 'a'));
    const shown = tools.describeForApproval(id);
    const file = JSON.parse(tools.exportText()) as { tools: Record<string, unknown>[] };
    Object.assign(file.tools[0] ?? {}, { approvedHash: shown.ok ? shown.value.hash : '', approval: 'given', id });
    const other = await openTestTools();
    await other.importText(JSON.stringify(file));
    expect(other.read().tools).toMatchObject([{ approval: 'needed' }]);
    expect(other.read().tools[0]?.id).not.toBe(id);
  });

  test('renames imported tools whose names are taken, so that an import never replaces a tool', async () => {
    const tools = await openTestTools();
    await addTool(tools, draft());
    await tools.importText(tools.exportText());
    expect(tools.read().tools.map(({ name }) => name)).toEqual(['weather', 'weather_2']);
  });

  test('doesn’t export secret headers', async () => {
    const tools = await openTestTools();
    const headers = [
      { name: 'Authorization', value: 'Bearer hush-hush' },
      { name: 'X-Api-Key', value: 'hush-hush' },
      { name: 'Accept', value: 'text/plain' },
    ];
    await addTool(tools, draft({ binding: { kind: 'http', method: 'GET', url: 'https://a.example/', headers, body: null } }));
    expect(tools.exportText()).not.toContain('hush-hush');
    expect(tools.exportText()).toContain('text/plain');
  });

  test('doesn’t export secrets in an address, but exports what only sounds like one', async () => {
    const tools = await openTestTools();
    const url = 'https://a.example/?api_key=hush-hush&keyword=rain&author=me&token={{city}}&key=hush-hush';
    await addTool(tools, draft({ binding: { kind: 'http', method: 'GET', url, headers: [], body: null } }));
    await addServer(tools, { ...server({ kind: 'http', url: 'https://b.example/mcp?accessToken=hush-hush' }), isEnabled: false });
    const text = tools.exportText();
    expect(text).not.toContain('hush-hush');
    expect(text).toContain('https://a.example/?api_key=&keyword=rain&author=me&token={{city}}&key=');
  });

  test.each([
    '',
    '[]',
    '{"format":"causeway-tools","version":2,"tools":[],"servers":[]}',
    '{"format":"causeway-tools","version":1,"servers":[],"tools":[{}]}',
  ])('rejects %s and changes nothing', async (text) => {
    const tools = await openTestTools();
    expect(await tools.importText(text)).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    expect(tools.read().tools).toEqual([]);
  });
});
