import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import './failure-retry.css';
import { FailureMessage } from './failure-message.tsx';

/** What could not be had, in the place where it would stand, and another try. */
export function FailureRetry({
  failure,
  isBusy = false,
  onRetry,
  children,
}: {
  readonly failure: { readonly message: string; readonly remedy: string };
  readonly isBusy?: boolean | undefined;
  readonly onRetry: () => void;
  /** What else can be done about it. */
  readonly children?: ReactNode;
}) {
  return (
    <div className="ui-failure-retry">
      <FailureMessage failure={failure} />
      <div className="ui-failure-actions">
        <Button isDisabled={isBusy} onClick={onRetry}>
          Try again
        </Button>
        {children}
      </div>
    </div>
  );
}
