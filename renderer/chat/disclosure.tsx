import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import './messages.css';

/** A section that is rendered only while it is open. */
export function Disclosure({
  isOpen,
  onOpenChange,
  summary,
  aside,
  tone,
  children,
}: {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly summary: ReactNode;
  /** Shown at the end of the summary line. */
  readonly aside: ReactNode;
  readonly tone?: 'error' | undefined;
  readonly children: ReactNode;
}) {
  return (
    <details className="disclosure muted small" data-tone={tone} open={isOpen}>
      <summary
        className="disclosure-summary row"
        onClick={(event) => {
          event.preventDefault();
          onOpenChange(!isOpen);
        }}
      >
        <ChevronRight aria-hidden />
        <span>{summary}</span>
        <span className="disclosure-aside">{aside}</span>
      </summary>
      {isOpen && children}
    </details>
  );
}
