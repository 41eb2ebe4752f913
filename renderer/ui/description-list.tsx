import type { ReactNode } from 'react';
import './description-list.css';

/** A term and what is known of it. */
export type DescriptionItem = readonly [term: string, words: ReactNode];

/** Terms and their values, one below the other or side by side. */
export function DescriptionList({
  facts,
  layout = 'rows',
}: {
  readonly facts: readonly DescriptionItem[];
  readonly layout?: 'rows' | 'tiles' | undefined;
}) {
  return (
    <dl className="ui-facts" data-layout={layout}>
      {facts.map(([term, words]) => (
        // terms may stand more than once
        <div key={`${term} ${typeof words === 'string' ? words : ''}`}>
          <dt>{term}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}
