import type { Call } from '../bridge/call.ts';
import type { Toaster } from '../ui/toaster.ts';
import type { Report } from './report.ts';

/** What the user can do when something is wrong with the program itself. */
export interface SupportActions {
  readonly showLogs: () => Promise<void>;
  readonly saveDiagnostics: () => Promise<void>;
}

/** Makes the actions; each says how it ended, but for a cancelled file dialog, which says nothing. */
export function createSupportActions(call: Call, toaster: Toaster, report: Report): SupportActions {
  return {
    showLogs: async () => {
      const result = await call('shell.showLogs');
      if (!result.ok) report(result.failure);
    },
    saveDiagnostics: async () => {
      const result = await call('shell.saveDiagnostics');
      if (!result.ok) report(result.failure);
      else if (result.value.file !== null) {
        toaster.show({ title: 'Diagnostics bundle saved', description: result.value.file });
      }
    },
  };
}
