import { expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { must } from '../../support/must.ts';
import { addServer, openTestTools, server } from '../../support/toolbox.ts';
import { serve, state } from './tool-server-fixture.ts';

test('connects a failed server when the user tries again, not only when it retries itself', async () => {
  const port = await freePort();
  const draft = server({ kind: 'http', url: `http://127.0.0.1:${port}/mcp` });
  const tools = await openTestTools({ retryMs: () => undefined });
  must(await tools.allowHost(`127.0.0.1:${port}`, true));
  const id = await addServer(tools, draft);
  await state(tools, 'failed');
  await serve('streamable', port);
  must(await tools.putServer(id, draft));
  expect((await state(tools, 'connected')).tools).not.toEqual([]);
});

test('connects a server that was refused as soon as its host is listed', async () => {
  const { url, host } = await serve('streamable');
  const tools = await openTestTools({ retryMs: () => undefined });
  await addServer(tools, server({ kind: 'http', url }));
  expect((await state(tools, 'failed')).failure).toMatchObject({ code: 'refused' });
  must(await tools.allowHost(host, true));
  await state(tools, 'connected');
});
