import type { ReactNode } from 'react';
import type { Failure } from '../../electron/contract/failure.ts';
import { CheckConnectionButton } from '../shared/check-connection-button.tsx';
import { FailureMessage } from '../ui/failure-message.tsx';

/** What is wrong with the way, what can be done about it at once, and the check that finds out more. */
export function ConnectionFailure({ failure, children }: { readonly failure: Failure; readonly children?: ReactNode }) {
  return (
    <div className="connection-failure">
      <FailureMessage failure={failure} />
      <div className="connection-actions">
        {children}
        <CheckConnectionButton code={failure.code} />
      </div>
    </div>
  );
}
