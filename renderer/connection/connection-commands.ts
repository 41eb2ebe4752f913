import { selectedProfile } from '../../electron/contract/selected-profile.ts';
import type { Session } from '../state/session.ts';
import type { PendingRequest } from '../state/pending-request.ts';
import type { Shortcut } from '../ui/shortcut.tsx';

/** What can be done about the connection from anywhere; the frame's own form of it is the same. */
interface ConnectionCommand {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly keywords: readonly string[];
  readonly shortcut?: Shortcut;
  readonly run: () => void;
}

/** The commands of this feature; `open` goes to its screen. */
export function connectionCommands(
  { bridge, connection, attempt }: Session,
  checkWish: PendingRequest,
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
        const now = selectedProfile(connection.read());
        if (now !== null) void attempt(bridge.call('connection.setMode', { mode: now.mode === 'proxy' ? 'direct' : 'proxy' }));
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
        checkWish.ask();
      },
    },
  ];
}
