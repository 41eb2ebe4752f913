import { selectedProfile } from '../../electron/presentation/connection-path.ts';
import type { Connection } from '../../electron/contract/connection.ts';
import type { Session } from '../state/session.ts';
import type { PendingRequest } from '../state/pending-request.ts';
import type { Store } from '../state/store.ts';
import { connectionText } from './text.ts';

const text = connectionText.commands;

/** Creates the connection's commands. `open` shows its screen. */
export function connectionCommands({ bridge, connection, attempt }: Session, checkRequest: PendingRequest, open: () => void) {
  return [
    {
      id: 'switch-mode',
      ...text.switchMode,
      group: text.group,
      shortcut: { key: 'd', isShift: true },
      run: () => {
        afterStart(connection, () => {
          const selected = selectedProfile(connection.read());
          if (selected !== null) void attempt(bridge.call('connection.setMode', { mode: selected.mode === 'proxy' ? 'direct' : 'proxy' }));
        });
      },
    },
    {
      id: 'reconnect',
      ...text.reconnect,
      group: text.group,
      run: () => void attempt(bridge.call('tunnel.reconnect')),
    },
    {
      id: 'diagnose',
      ...text.check,
      group: text.group,
      run: () => {
        open();
        checkRequest.request();
      },
    },
  ];
}

/** Runs the action, but not before the connection has started. */
function afterStart(connection: Store<Connection>, action: () => void): void {
  const hasStarted = () => connection.read().state !== 'starting';
  if (hasStarted()) {
    action();
    return;
  }
  const unsubscribe = connection.subscribe(() => {
    if (!hasStarted()) return;
    unsubscribe();
    action();
  });
}
