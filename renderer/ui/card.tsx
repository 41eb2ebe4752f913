import type { ReactNode, Ref } from 'react';
import './messages.css';

/** A bordered group of rows: each child is a row. */
export function Card({ children }: { readonly children: ReactNode }) {
  return <div className="ui-card plain-list">{children}</div>;
}

/** A card whose rows are the items of a list. */
export function CardList({
  ref,
  label,
  children,
}: {
  readonly ref?: Ref<HTMLUListElement> | undefined;
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <ul ref={ref} className="ui-card plain-list" aria-label={label}>
      {children}
    </ul>
  );
}
