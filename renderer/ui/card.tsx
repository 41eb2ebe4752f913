import type { ReactNode } from 'react';
import './card.css';

/** A bordered group of rows: each child is a row. */
export function Card({ children }: { readonly children: ReactNode }) {
  return <div className="ui-card">{children}</div>;
}

/** A card whose rows are the items of a list. */
export function CardList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className="ui-card" aria-label={label}>
      {children}
    </ul>
  );
}
