import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import type { Failure, Result } from '../../electron/contract/failure.ts';
import type { Toaster } from '../ui/toaster.tsx';

/** Shows a failure that has no place of its own on the screen. */
export type Report = (failure: Failure) => void;

/** Reports failures as toasts, except those the user caused by cancelling. */
export function createReport(toaster: Toaster): Report {
  return (failure) => {
    if (failure.code === 'cancelled') return;
    const { message, remedy } = describeFailure(failure);
    toaster.show({ tone: 'error', title: message, description: remedy });
  };
}

/** Waits for a result and reports it if it is a failure. */
export type ReportOnFailure = <T>(pending: Promise<Result<T>>) => Promise<Result<T>>;

export function createAttempt(report: Report): ReportOnFailure {
  return async (pending) => {
    const result = await pending;
    if (!result.ok) report(result.failure);
    return result;
  };
}
