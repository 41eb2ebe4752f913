import { app, dialog } from 'electron';
import { shellText } from '../text.ts';
import { isRuntimeAccepted } from './start-flags.ts';

/** Asks before an unofficial Electron build connects to anything but the demo. */
export async function confirmDevRuntime(): Promise<boolean> {
  if (isRuntimeAccepted(process.argv, app.isPackaged)) return true;
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: shellText.devRuntime.message,
    detail: shellText.devRuntime.detail,
    buttons: [shellText.devRuntime.demoOnly, shellText.devRuntime.connect],
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1;
}
