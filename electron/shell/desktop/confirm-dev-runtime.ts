import { app, dialog } from 'electron';
import { isRuntimeAccepted } from './start-flags.ts';

/** Asks before an unofficial Electron build connects to anything but the demo. */
export async function confirmDevRuntime(): Promise<boolean> {
  if (isRuntimeAccepted(process.argv, app.isPackaged)) return true;
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: 'Connect with a development runtime?',
    detail:
      'This Electron is a stand-in for development, not the official build, and nobody vouches for it. ' +
      'Whatever you enter, a token or a password, goes through it.',
    buttons: ['Only use the demo', 'Connect all the same'],
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1;
}
