import type { ReactNode } from 'react';
import './messages.css';

/** Explains why there is no content, with actions if there are any. */
export function EmptyState({
  icon,
  title,
  children,
  actions,
  size = 'md',
  headingLevel = 2,
}: {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly size?: 'md' | 'sm' | undefined;
  readonly headingLevel?: 1 | 2 | 3 | undefined;
}) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="ui-empty stack" data-size={size}>
      {icon !== undefined && <div className="ui-empty-icon">{icon}</div>}
      <Heading className="ui-empty-title">{title}</Heading>
      {children !== undefined && <div className="stack muted">{children}</div>}
      {actions !== undefined && <div className="ui-empty-actions wrap">{actions}</div>}
    </div>
  );
}
