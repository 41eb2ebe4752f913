import type { Connection, ReadyConnection, TunnelPhase } from '../../contract/connection.ts';
import { connectionPaths, describeConnectionProblem } from '../../contract/connection-path.ts';

/** What the tray's picture can tell: nothing to tell, something is under way, or it does not go on without the user. */
export const trayBadges = ['plain', 'under-way', 'attention'] as const;
export type TrayBadge = (typeof trayBadges)[number];

/** The name of the picture with a badge; macOS takes the colours of its menu bar for one that is called a template. */
export function trayImageName(badge: TrayBadge, platform: NodeJS.Platform): string {
  return platform === 'darwin' ? `${badge}Template.png` : `${badge}.png`;
}

/** The badge for a state; it says the same as the tray's words. */
export function trayBadge(connection: Connection): TrayBadge {
  switch (connection.state) {
    case 'starting':
      return 'under-way';
    case 'failed':
      return 'attention';
    case 'ready':
      return readyBadge(connection);
  }
}

/** A tunnel that tries again by itself needs nobody; one that was stopped is as the user wants it. */
const tunnelBadges: Readonly<Record<TunnelPhase['kind'], TrayBadge>> = {
  idle: 'plain',
  connecting: 'under-way',
  'waiting-for-user': 'attention',
  ready: 'plain',
  suspect: 'under-way',
  'waiting-to-retry': 'under-way',
  failed: 'attention',
  stopped: 'plain',
};

function readyBadge(connection: ReadyConnection): TrayBadge {
  const { mode, direct, tunnel } = connection;
  const stage = connectionPaths(connection, null)[mode].find(({ state }) => state !== 'good');
  if (stage?.id === 'instance' && tunnel !== null) return tunnelBadges[tunnel.state.kind];
  const hasNoInstance = mode === 'direct' && direct.now === 'tunnel' && tunnel === null;
  if (hasNoInstance || describeConnectionProblem(connection, null) !== undefined) return 'attention';
  return stage?.state === 'busy' ? 'under-way' : 'plain';
}
