import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Profile } from '../../../electron/contract/profile.ts';
import { addServer, addTool, draft, never, server } from '../../support/toolbox.ts';
import { eventually } from '../../support/eventually.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startTestCore } from '../../support/test-core.ts';

const program = path.resolve(import.meta.dirname, '../../support/tool-server.ts');

const profile: Profile = {
  id: 'lab',
  service: { name: 'Lab', baseUrl: 'https://models.example.org', caFile: null, inferenceServer: null, catalog: [] },
  instance: null,
  mode: 'proxy',
  directRoute: 'auto',
};

// Catches programs of tools that outlive a quit because its time limit was used up by the connection.
test('ends the programs of tools while the connection is still closing', async () => {
  const consent = Promise.withResolvers<boolean>(); // the connection closes only after the answer
  const options = { environment: process.env, isOfficialRuntime: false, profile, confirmUnofficial: () => consent.promise };
  const { tools, dispose } = await startTestCore(await temporaryFolder(), options);
  onTestFinished(() => consent.resolve(false));
  const serverId = await addServer(tools, server({ kind: 'stdio', argv: [process.execPath, program] }));
  must(await tools.approveServer(serverId, must(tools.describeServerForApproval(serverId)).hash));
  const tool = 'lab_where_am-i';
  const id = await addTool(tools, draft({ name: tool, parameters: { type: 'object' }, binding: { kind: 'mcp', serverId, tool } }));
  const { cwd } = JSON.parse((await tools.run(id, '{}', never)).text) as { cwd: string };
  expect(existsSync(cwd)).toBe(true);

  let isDisposed = false;
  const disposing = dispose().then(() => (isDisposed = true));
  await eventually(() => expect(existsSync(cwd)).toBe(false)); // removed when the program has ended
  expect(isDisposed).toBe(false);
  consent.resolve(false);
  await disposing;
});
