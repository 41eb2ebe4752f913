import type { Failure } from '../../electron/contract/failure.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import './start.css';

/** The window when it could not be opened. */
export function StartFailure({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }) {
  return (
    <main className="start">
      <div role="alert">
        <EmptyState
          headingLevel={1}
          title="Causeway could not open its window"
          actions={
            <Button variant="primary" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          <p>{failure.message}</p>
          <p>{failure.remedy}</p>
        </EmptyState>
      </div>
    </main>
  );
}
