import type { MenuItemConstructorOptions } from 'electron';
import type { AgentState } from '../../contract/agent.ts';
import { selectedProfile, describeConnectionProblem } from '../../contract/connection-path.ts';
import type { Connection } from '../../contract/connection.ts';
import type { Mode } from '../../contract/profile.ts';
import { describeConnection } from '../../contract/connection-text.ts';
import { escapeHiddenCharacters } from '../../host/dialogs.ts';

/** What the tray can be asked to do. */
export interface TrayActions {
  readonly show: () => void;
  readonly setMode: (mode: Mode) => void;
  readonly copyAddress: (address: string) => void;
  readonly reconnect: () => void;
  readonly quit: () => void;
}

const modeTitles: Readonly<Record<Mode, string>> = { proxy: 'Proxy', direct: 'Direct' };

/** A menu of the width of the screen helps nobody, and Windows cuts a hint after 127 characters. */
const maxLabelLength = 110;

/** The state in text, also for the tray's hint. It is drawn when something changes, so it counts no seconds. */
export function trayLabel(connection: Connection): string {
  const text = escapeHiddenCharacters(describeState(connection));
  return text.length > maxLabelLength ? `${text.slice(0, maxLabelLength - 1).trimEnd()}…` : text;
}

function describeState(connection: Connection): string {
  switch (connection.state) {
    case 'starting':
      return 'Starting…';
    case 'failed':
      return connection.failure.message;
    case 'ready':
      return `${connection.profile.name} · ${modeTitles[connection.mode]} · ${describeConnectionProblem(connection, null) ?? describeConnection(connection, null)}`;
  }
}

/** The menu of the tray icon: state, way in, address, and the way back to the window. */
export function trayTemplate(connection: Connection, agent: AgentState, actions: TrayActions): MenuItemConstructorOptions[] {
  const address = agent.kind === 'listening' ? `http://127.0.0.1:${agent.port}/v1` : undefined;
  const selected = selectedProfile(connection);
  const mode = (each: Mode): MenuItemConstructorOptions => ({
    label: modeTitles[each],
    type: 'radio',
    checked: selected?.mode === each,
    enabled: selected !== null,
    click: () => actions.setMode(each),
  });
  const hasTunnel = connection.state === 'ready' && connection.tunnel !== null;
  return [
    { label: trayLabel(connection).replaceAll('&', '&&'), enabled: false }, // one alone would underline what follows
    { type: 'separator' },
    mode('proxy'),
    mode('direct'),
    { type: 'separator' },
    ...(hasTunnel ? [{ label: 'Reconnect the tunnel', click: actions.reconnect }] : []),
    {
      label: address === undefined ? 'Local address is off' : `Copy ${address}`,
      enabled: address !== undefined,
      click: () => void (address !== undefined && actions.copyAddress(address)),
    },
    { type: 'separator' },
    { label: 'Show Causeway', click: actions.show },
    { label: 'Quit', click: actions.quit },
  ];
}
