import type { Failure } from '../../electron/contract/failure.ts';
import { CheckWayButton } from '../state/check-way-button.tsx';
import { FailureWords } from '../ui/failure-words.tsx';

/** What is wrong with the way, and the check that finds out more. */
export function WayFailure({ failure }: { readonly failure: Failure }) {
  return (
    <div className="connection-failure">
      <FailureWords failure={failure} />
      <CheckWayButton code={failure.code} />
    </div>
  );
}
