import type { Failure } from '../../electron/contract/failure.ts';
import type { Toaster } from '../ui/toaster.ts';

/** Tells the user of a failure that has no place of its own on the screen. */
export type Report = (failure: Failure) => void;

/** Makes the report over a toaster; what the user cancelled is no news to them. */
export function createReport(toaster: Toaster): Report {
  return ({ code, message, remedy }) => {
    if (code !== 'cancelled') toaster.show({ tone: 'error', title: message, description: remedy });
  };
}
