import { describeFailure } from '../../contract/failures/render-failure.ts';
import type { MenuItemConstructorOptions } from 'electron';
import type { LocalApiState } from '../../contract/local-api.ts';
import { selectedProfile, describeConnectionProblem } from '../../presentation/connection-path.ts';
import type { Connection } from '../../contract/connection.ts';
import type { Mode } from '../../contract/profile.ts';
import { describeConnection } from '../../presentation/connection-text.ts';
import { escapeHiddenCharacters } from '../../host/dialogs.ts';
import { shellText } from '../text.ts';

/** Actions of the tray menu. */
export interface TrayActions {
  readonly show: () => void;
  readonly setMode: (mode: Mode) => void;
  readonly copyAddress: (address: string) => void;
  readonly reconnect: () => void;
  readonly quit: () => void;
}

const text = shellText.tray;

/** Limits the menu's width. Windows cuts tooltips after 127 characters. */
const maxLabelLength = 110;

/** Describes the connection for the menu and the tooltip. It contains no countdown, because it is redrawn only on changes. */
export function trayLabel(connection: Connection): string {
  return shorten(escapeHiddenCharacters(describeState(connection)));
}

function shorten(label: string): string {
  return label.length > maxLabelLength ? `${label.slice(0, maxLabelLength - 1).trimEnd()}…` : label;
}

function describeState(connection: Connection): string {
  switch (connection.state) {
    case 'starting':
      return text.starting;
    case 'failed':
      return describeFailure(connection.failure).message;
    case 'ready':
      return `${connection.profile.name} · ${text.modes[connection.mode]} · ${describeConnectionProblem(connection, null) ?? describeConnection(connection, null)}`;
  }
}

/** Returns the tray menu: state, mode, local API and window. */
export function trayTemplate(
  connection: Connection,
  localApi: LocalApiState,
  actions: TrayActions,
  runLine?: string,
): MenuItemConstructorOptions[] {
  const address = localApi.kind === 'listening' ? `http://127.0.0.1:${localApi.port}/v1` : undefined;
  const selected = selectedProfile(connection);
  const mode = (each: Mode): MenuItemConstructorOptions => ({
    label: text.modes[each],
    type: 'radio',
    checked: selected?.mode === each,
    enabled: selected !== null,
    click: () => actions.setMode(each),
  });
  const hasTunnel = connection.state === 'ready' && connection.tunnel !== null;
  return [
    { label: trayLabel(connection).replaceAll('&', '&&'), enabled: false }, // a single ampersand would underline the next letter
    ...(runLine === undefined ? [] : [{ label: shorten(escapeHiddenCharacters(runLine)).replaceAll('&', '&&'), enabled: false }]),
    { type: 'separator' },
    mode('proxy'),
    mode('direct'),
    { type: 'separator' },
    ...(hasTunnel ? [{ label: text.reconnect, click: actions.reconnect }] : []),
    {
      label: address === undefined ? text.localApiOff : text.copy(address),
      enabled: address !== undefined,
      click: () => void (address !== undefined && actions.copyAddress(address)),
    },
    { type: 'separator' },
    { label: text.show, click: actions.show },
    { label: text.quit, click: actions.quit },
  ];
}
