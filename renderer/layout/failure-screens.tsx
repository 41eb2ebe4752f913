import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { Component, type ReactNode } from 'react';
import type { Failure } from '../../electron/contract/failure.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import './failure-screens.css';

/** Shown if the session can't be opened. */
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
          <p>{describeFailure(failure).message}</p>
          <p>{describeFailure(failure).remedy}</p>
        </EmptyState>
      </div>
    </main>
  );
}

/** Shown if rendering throws. React supports error boundaries only as classes. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className="start">
        <div role="alert">
          <EmptyState
            headingLevel={1}
            title="Causeway made a mistake while drawing this window"
            actions={
              <Button
                variant="primary"
                onClick={() => {
                  window.location.reload();
                }}
              >
                Reload
              </Button>
            }
          >
            Reload to go on. If it happens again, save a diagnostics bundle from the Help menu and report it.
          </EmptyState>
        </div>
      </main>
    );
  }
}
