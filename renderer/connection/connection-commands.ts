import { selectedProfile } from '../../electron/contract/connection-path.ts';
import type { Session } from '../state/session.ts';
import type { PendingRequest } from '../state/pending-request.ts';
import type { Shortcut } from '../ui/shortcut.tsx';

/** Same shape as the layout's `Command`. */
interface ConnectionCommand {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly keywords: readonly string[];
  readonly shortcut?: Shortcut;
  readonly run: () => void;
}

/** Creates the connection's commands. `open` shows its screen. */
export function connectionCommands(
  { bridge, connection, attempt }: Session,
  checkRequest: PendingRequest,
  open: () => void,
): readonly ConnectionCommand[] {
  return [
    {
      id: 'switch-mode',
      title: 'Switch between Proxy and Direct',
      group: 'Connection',
      keywords: ['way', 'token', 'tunnel'],
      shortcut: { key: 'd', isShift: true },
      run: () => {
        const selected = selectedProfile(connection.read());
        if (selected !== null) void attempt(bridge.call('connection.setMode', { mode: selected.mode === 'proxy' ? 'direct' : 'proxy' }));
      },
    },
    {
      id: 'reconnect',
      title: 'Reconnect the tunnel now',
      group: 'Connection',
      keywords: ['ssh', 'instance'],
      run: () => void attempt(bridge.call('tunnel.reconnect')),
    },
    {
      id: 'diagnose',
      title: 'What is wrong with the connection?',
      group: 'Connection',
      keywords: ['diagnosis', 'check', 'trouble', 'health'],
      run: () => {
        open();
        checkRequest.request();
      },
    },
  ];
}
