import { ListFilter, Search as SearchIcon, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useFocusRequest } from '../state/pending-request.ts';
import { useStore } from '../state/store.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { History } from './history.ts';
import './search-field.css';
import { SearchFilterFields } from './search-filter-fields.tsx';
import { hitsId } from './search-hits.tsx';
import { isNarrowed } from './search-store.ts';

/** Where one types what to look for, and narrows it. */
export function SearchField({ history }: { readonly history: History }) {
  const { text, filters } = useStore(history.search);
  const [isFiltering, setFiltering] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useFocusRequest(history.searchWish, field);
  const clear = () => {
    history.search.look('');
    history.hitMark.clear();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (text === '' || event.key !== 'ArrowDown') return;
    document.getElementById(hitsId)?.querySelector<HTMLElement>('[role=listbox]')?.focus();
    event.preventDefault();
  };
  /** First what was looked for goes, then the filters; the list of one of those takes the key for itself. */
  const onEscape = (event: KeyboardEvent) => {
    const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== 'Escape' || !isOwn || event.defaultPrevented || (text === '' && !isFiltering)) return;
    if (text === '') setFiltering(false);
    else clear();
    field.current?.focus();
    event.preventDefault();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears a key of what is in it
    <search className="sidebar-search" onKeyDown={onEscape}>
      <div className="sidebar-search-row">
        <SearchIcon aria-hidden />
        <TextField
          ref={field}
          label="Search all conversations"
          isLabelHidden
          placeholder="Search everything"
          value={text}
          onChange={history.search.look}
          onKeyDown={onKeyDown}
        />
        {text !== '' && (
          <IconButton
            label="Clear the search"
            size="sm"
            icon={<X aria-hidden />}
            onClick={() => {
              clear();
              field.current?.focus();
            }}
          />
        )}
        <IconButton
          label={isNarrowed(filters) ? 'Filters: on' : 'Filters'}
          size="sm"
          aria-expanded={isFiltering}
          data-on={isNarrowed(filters) ? '' : undefined}
          icon={<ListFilter aria-hidden />}
          onClick={() => {
            setFiltering(!isFiltering);
          }}
        />
      </div>
      {isFiltering && <SearchFilterFields history={history} filters={filters} />}
    </search>
  );
}
