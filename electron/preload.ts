import { contextBridge, ipcRenderer } from 'electron';
import type { PreloadBridge, ipcChannel as Channel } from './contract/ipc.ts';

// repeated here, because importing it would load the schemas; the compiler keeps the two equal
const channel: typeof Channel = 'causeway';

const bridge: PreloadBridge = {
  call: (request) => ipcRenderer.invoke(channel, request),
  on: (listener) => void ipcRenderer.on(channel, (_event, batch) => listener(batch)),
};

contextBridge.exposeInMainWorld('causeway', bridge);
