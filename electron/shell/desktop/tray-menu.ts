import { describeFailure } from '../../contract/failures/render-failure.ts';
import type { MenuItemConstructorOptions } from 'electron';
import type { AgentState } from '../../contract/agent.ts';
import { selectedProfile, describeConnectionProblem } from '../../contract/connection-path.ts';
import type { Connection } from '../../contract/connection.ts';
import type { Mode } from '../../contract/profile.ts';
import { describeConnection } from '../../contract/connection-text.ts';
import { escapeHiddenCharacters } from '../../host/dialogs.ts';

/** Actions of the tray menu. */
export interface TrayActions {
  readonly show: () => void;
  readonly setMode: (mode: Mode) => void;
  readonly copyAddress: (address: string) => void;
  readonly reconnect: () => void;
  readonly quit: () => void;
}

const modeTitles: Readonly<Record<Mode, string>> = { proxy: 'Proxy', direct: 'Direct' };

/** Limits the menu's width. Windows cuts tooltips after 127 characters. */
const maxLabelLength = 110;

/** Describes the connection for the menu and the tooltip. It contains no countdown, because it is redrawn only on changes. */
export function trayLabel(connection: Connection): string {
  const text = escapeHiddenCharacters(describeState(connection));
  return text.length > maxLabelLength ? `${text.slice(0, maxLabelLength - 1).trimEnd()}…` : text;
}

function describeState(connection: Connection): string {
  switch (connection.state) {
    case 'starting':
      return 'Starting…';
    case 'failed':
      return describeFailure(connection.failure).message;
    case 'ready':
      return `${connection.profile.name} · ${modeTitles[connection.mode]} · ${describeConnectionProblem(connection, null) ?? describeConnection(connection, null)}`;
  }
}

/** Returns the tray menu: state, mode, local address and window. */
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
    { label: trayLabel(connection).replaceAll('&', '&&'), enabled: false }, // a single ampersand would underline the next letter
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
