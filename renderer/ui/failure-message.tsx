import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import './failure-message.css';

/** What went wrong and the one thing to do, beside what caused it. */
export function FailureMessage({ failure }: { readonly failure: { readonly message: string; readonly remedy: string } }) {
  return (
    <div className="ui-failure" role="alert">
      <CircleAlert aria-hidden />
      <p>
        {failure.message} <span className="ui-failure-remedy">{failure.remedy}</span>
      </p>
    </div>
  );
}

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
