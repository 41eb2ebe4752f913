import type { Call } from '../bridge/call.ts';
import type { Toaster } from '../ui/toaster.ts';
import type { ReportOnFailure } from './report-failure.ts';

/** What the user can do when something is wrong with the program itself. */
export interface SupportActions {
  readonly showLogs: () => Promise<void>;
  readonly saveDiagnostics: () => Promise<void>;
}

/** Makes the actions; each says how it ended, but for a cancelled file dialog, which says nothing. */
export function createSupportActions(call: Call, toaster: Toaster, attempt: ReportOnFailure): SupportActions {
  return {
    showLogs: async () => {
      await attempt(call('shell.showLogs'));
    },
    saveDiagnostics: async () => {
      const result = await attempt(call('shell.saveDiagnostics'));
      if (result.ok && result.value.file !== null) {
        toaster.show({ title: 'Diagnostics bundle saved', description: result.value.file });
      }
    },
  };
}
