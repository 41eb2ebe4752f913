import type { Failure, Result } from '../../electron/contract/failure.ts';
import type { Toaster } from '../ui/toaster.tsx';

/** Tells the user of a failure that has no place of its own on the screen. */
export type Report = (failure: Failure) => void;

/** Makes the report over a toaster; what the user cancelled is no news to them. */
export function createReport(toaster: Toaster): Report {
  return ({ code, message, remedy }) => {
    if (code !== 'cancelled') toaster.show({ tone: 'error', title: message, description: remedy });
  };
}

/** Waits for something that was asked for, and reports it if it failed. */
export type ReportOnFailure = <T>(asked: Promise<Result<T>>) => Promise<Result<T>>;

/** Makes the attempt over a report. */
export function createAttempt(report: Report): ReportOnFailure {
  return async (asked) => {
    const result = await asked;
    if (!result.ok) report(result.failure);
    return result;
  };
}
