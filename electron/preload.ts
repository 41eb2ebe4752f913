import { contextBridge, ipcRenderer } from 'electron';
import type { PreloadBridge, ipcChannel as Channel } from './contract/ipc.ts';

// spelled out, since importing it would pull the schemas into the window; the compiler holds the two together
const channel: typeof Channel = 'causeway';

const bridge: PreloadBridge = {
  call: (request) => ipcRenderer.invoke(channel, request),
  on: (listener) => void ipcRenderer.on(channel, (_event, batch) => listener(batch)),
};

contextBridge.exposeInMainWorld('causeway', bridge);
