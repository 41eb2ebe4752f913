import type { Connection, ReadyConnection, TunnelPhase } from '../../contract/connection.ts';
import { connectionPaths, describeConnectionProblem } from '../../presentation/connection-path.ts';

/** States of the tray icon: nothing to report, work in progress, or user action needed. */
export const trayBadges = ['plain', 'under-way', 'attention'] as const;
export type TrayBadge = (typeof trayBadges)[number];

/** Returns the image file of a badge. macOS recolours images named as templates for its menu bar. */
export function trayImageName(badge: TrayBadge, platform: NodeJS.Platform): string {
  return platform === 'darwin' ? `${badge}Template.png` : `${badge}.png`;
}

/** Returns whether a click on the icon shows the window. On macOS it opens the menu. */
export function showsWindowOnClick(platform: NodeJS.Platform): boolean {
  return platform !== 'darwin';
}

/** Returns the badge for a connection. It matches the tray's label. */
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

/** A tunnel that retries needs nobody. A stopped one is as the user wants it. */
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
