import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import './messages.css';
import { uiText } from './text.ts';

/** A failure with its remedy. */
export function FailureMessage({ failure }: { readonly failure: { readonly message: string; readonly remedy: string } }) {
  return (
    <div className="ui-failure small" role="alert">
      <CircleAlert aria-hidden />
      <p>
        {failure.message} <span className="muted">{failure.remedy}</span>
      </p>
    </div>
  );
}

/** A failure in place of the content that could not be loaded, with a button to try again. */
export function FailureRetry({
  failure,
  isBusy = false,
  onRetry,
  children,
}: {
  readonly failure: { readonly message: string; readonly remedy: string };
  readonly isBusy?: boolean | undefined;
  readonly onRetry: () => void;
  /** Further buttons. */
  readonly children?: ReactNode;
}) {
  return (
    <div className="ui-failure-retry column">
      <FailureMessage failure={failure} />
      <div className="ui-failure-actions wrap">
        <Button isDisabled={isBusy} onClick={onRetry}>
          {uiText.tryAgain}
        </Button>
        {children}
      </div>
    </div>
  );
}

/** A screen's only content if it could not be loaded, with a button to try again. */
export function LoadFailure({
  title,
  failure: { message, remedy },
  onRetry,
}: {
  readonly title: string;
  readonly failure: { readonly message: string; readonly remedy: string };
  readonly onRetry: () => void;
}) {
  return (
    <EmptyState title={title} actions={<Button onClick={onRetry}>{uiText.tryAgain}</Button>}>
      <p>{message}</p>
      <p>{remedy}</p>
    </EmptyState>
  );
}
