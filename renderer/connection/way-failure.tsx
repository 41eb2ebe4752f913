import type { ReactNode } from 'react';
import type { Failure } from '../../electron/contract/failure.ts';
import { CheckWayButton } from '../state/check-way-button.tsx';
import { FailureWords } from '../ui/failure-words.tsx';

/** What is wrong with the way, what can be done about it at once, and the check that finds out more. */
export function WayFailure({ failure, children }: { readonly failure: Failure; readonly children?: ReactNode }) {
  return (
    <div className="connection-failure">
      <FailureWords failure={failure} />
      <div className="connection-actions">
        {children}
        <CheckWayButton code={failure.code} />
      </div>
    </div>
  );
}
