import type { ReactNode } from 'react';
import './lists.css';

/** A term and its value. */
export type DescriptionItem = readonly [term: string, value: ReactNode];

/** Terms and their values: beside each other, one above the other, or in tiles. */
export function DescriptionList({
  items,
  layout = 'rows',
}: {
  readonly items: readonly DescriptionItem[];
  readonly layout?: 'rows' | 'stacked' | 'tiles' | undefined;
}) {
  return (
    <dl className="ui-facts small" data-layout={layout}>
      {items.map(([term, value]) => (
        // Terms may repeat.
        <div key={`${term} ${typeof value === 'string' ? value : ''}`}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
