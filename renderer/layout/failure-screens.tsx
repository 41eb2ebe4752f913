import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { Component, type ReactNode } from 'react';
import type { Failure } from '../../electron/contract/failure.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import './layout.css';
import { layoutText } from './text.ts';

/** Shown if the session can't be opened. */
export function StartFailure({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }) {
  return (
    <main className="start">
      <div role="alert">
        <EmptyState
          headingLevel={1}
          title={layoutText.startFailure.title}
          actions={
            <Button variant="primary" onClick={onRetry}>
              {layoutText.startFailure.retry}
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
            title={layoutText.drawingFailure.title}
            actions={
              <Button variant="primary" onClick={() => window.location.reload()}>
                {layoutText.drawingFailure.reload}
              </Button>
            }
          >
            {layoutText.drawingFailure.remedy}
          </EmptyState>
        </div>
      </main>
    );
  }
}
