import { failureSentences } from '../../electron/contract/failures/render-failure.ts';
import { useRef, useState } from 'react';
import type { SearchHit } from '../../electron/contract/history.ts';
import { isFocusFree, usePendingRequest } from '../state/pending-request.ts';
import { useStore } from '../state/store.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/progress.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import type { History, OpenConversation } from './history.ts';
import './rows.css';
import { hasFilters } from './search-store.ts';
import { useCurrentMinute, formatTimeAgo } from './time-ago.ts';
import { conversationsText } from './text.ts';

const words = conversationsText.search;

/** The search hits: titles, then messages. Choosing one opens its conversation there. */
export function SearchHits({ history, onOpen }: { readonly history: History; readonly onOpen: OpenConversation }) {
  const { hits, state, failure, text, filters } = useStore(history.search);
  if (state === 'failed' && failure !== null)
    return (
      <EmptyState size="sm" headingLevel={3} title={words.failed}>
        {failureSentences(failure, { surface: 'window' })}
      </EmptyState>
    );
  if (hits.length === 0)
    return state === 'looking' ? (
      <div className="sidebar-loading">
        <Spinner label={words.searching} />
      </div>
    ) : (
      <EmptyState size="sm" headingLevel={3} title={words.noResults(text.trim())}>
        {hasFilters(filters) ? words.tryWithoutFilters : words.tryAnother}
      </EmptyState>
    );
  return <HitList history={history} onOpen={onOpen} />;
}

function HitList({ history, onOpen }: { readonly history: History; readonly onOpen: OpenConversation }) {
  const { hits, next } = useStore(history.search);
  const now = useCurrentMinute();
  const [chosenId, setChosenId] = useState<string>();
  const area = useRef<HTMLDivElement>(null);
  usePendingRequest(history.hitsFocus, () => {
    history.hitsFocus.complete();
    // The user may have left the field.
    if (isFocusFree('.sidebar-search input')) area.current?.querySelector<HTMLElement>('[role=listbox]')?.focus();
  });
  const items = hits.map((hit) => ({ id: `${hit.conversationId} ${hit.messageId ?? 'title'}`, label: hit.title, hit }));
  return (
    <div ref={area} className="sidebar-rows column">
      <output className="visually-hidden">{next === null ? words.found(hits.length) : words.foundMore(hits.length)}</output>
      <VirtualList
        label={words.results}
        items={items}
        selectedId={chosenId}
        onSelect={({ id, hit }) => {
          setChosenId(id);
          onOpen(hit.conversationId, hit.kind, hit.messageId);
          history.hitHighlight.show(hit);
        }}
        onKey={({ key }) => {
          if (key === 'Escape') history.searchFocus.request();
          return key === 'Escape';
        }}
        onReachEnd={history.search.loadMore}
        renderItem={({ hit }) => <Hit hit={hit} now={now} />}
      />
    </div>
  );
}

function Hit({ hit: { title, role, at, excerpt }, now }: { readonly hit: SearchHit; readonly now: number }) {
  return (
    <span className="search-hit">
      <span className="list-row">
        <span className="list-row-name cut">{title}</span>
        <span className="list-row-aside muted tiny">{formatTimeAgo(at, now)}</span>
      </span>
      <span className="search-hit-excerpt muted tiny">
        <span className="medium">{words.roles[role]}: </span>
        {/* oxlint-disable react/no-array-index-key -- pieces of a text have no id */}
        {excerpt.map((piece, index) => (piece.isHit ? <mark key={index}>{piece.text}</mark> : <span key={index}>{piece.text}</span>))}
        {/* oxlint-enable react/no-array-index-key */}
      </span>
    </span>
  );
}
