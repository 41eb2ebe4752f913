import { expect, test } from 'vitest';
import type { Connection } from '../../../electron/contract/connection.ts';
import { connectionCommands } from '../../../renderer/connection/connection-commands.ts';
import { createPendingRequest } from '../../../renderer/state/pending-request.ts';
import { createStore } from '../../../renderer/state/store.ts';
import { createFakeSession } from '../fake-session.ts';
import { readyConnection } from './ready-connection.ts';

test('switches the mode once the connection has started (catches a shortcut that does nothing)', async () => {
  const { session, calls } = await createFakeSession();
  const connection = createStore<Connection>({ state: 'starting' });
  const commands = connectionCommands({ ...session, connection }, createPendingRequest(), () => undefined);
  commands.find(({ id }) => id === 'switch-mode')?.run();
  expect(calls('connection.setMode')).toEqual([]);
  connection.write(readyConnection({ mode: 'direct' }));
  connection.write(readyConnection({ mode: 'proxy' }));
  expect(calls('connection.setMode').map(({ input }) => input)).toEqual([{ mode: 'proxy' }]);
});
