import type { MenuItemConstructorOptions } from 'electron';
import type { AgentState } from '../../contract/agent.ts';
import { chosenOf } from '../../contract/chosen.ts';
import type { Connection } from '../../contract/connection.ts';
import type { Mode } from '../../contract/profile.ts';
import { wayWords } from '../../contract/way-words.ts';

/** What the tray can be asked to do. */
export interface TrayActions {
  readonly show: () => void;
  readonly setMode: (mode: Mode) => void;
  readonly copyAddress: (address: string) => void;
  readonly reconnect: () => void;
  readonly quit: () => void;
}

const modeTitles: Readonly<Record<Mode, string>> = { proxy: 'Proxy', direct: 'Direct' };

/** The state in words, also for the tray's tooltip. */
export function trayWords(connection: Connection, now: number): string {
  switch (connection.state) {
    case 'starting':
      return 'Starting…';
    case 'failed':
      return connection.failure.message;
    case 'ready':
      return `${connection.profile.name} · ${modeTitles[connection.mode]} · ${wayWords(connection, now)}`;
  }
}

/** The menu of the tray icon: state, way in, address, and the way back to the window. */
export function trayTemplate(connection: Connection, agent: AgentState, actions: TrayActions, now: number): MenuItemConstructorOptions[] {
  const address = agent.kind === 'listening' ? `http://127.0.0.1:${agent.port}/v1` : undefined;
  const chosen = chosenOf(connection);
  const mode = (each: Mode): MenuItemConstructorOptions => ({
    label: modeTitles[each],
    type: 'radio',
    checked: chosen?.mode === each,
    enabled: chosen !== null,
    click: () => actions.setMode(each),
  });
  const hasTunnel = connection.state === 'ready' && connection.tunnel !== null;
  return [
    { label: trayWords(connection, now), enabled: false },
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
