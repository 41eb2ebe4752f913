import { ListFilter, Search as SearchIcon, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useFocusRequest } from '../state/pending-request.ts';
import { useStore } from '../state/store.ts';
import { IconButton, Button } from '../ui/button.tsx';
import { isComposing } from '../ui/shortcut.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { History } from './history.ts';
import './sidebar.css';
import { hasFilters, noFilters, type SearchFilters } from './search-store.ts';
import { useQuery } from '../state/query.ts';
import { useSession } from '../state/session.ts';
import { Select } from '../ui/select.tsx';
import { conversationsText } from './text.ts';

const words = conversationsText.search;

/** The search field with its filters. */
export function SearchField({ history }: { readonly history: History }) {
  const { text, filters } = useStore(history.search);
  const [isFiltering, setFiltering] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useFocusRequest(history.searchFocus, field);
  const setText = (value: string) => {
    history.hitsFocus.complete(); // it was for the hits of the former text
    history.search.setText(value);
  };
  const clear = () => {
    setText('');
    history.hitHighlight.clear();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (text === '' || event.key !== 'ArrowDown' || isComposing(event.nativeEvent)) return;
    history.hitsFocus.request();
    event.preventDefault();
  };
  /** Escape clears the text first, then closes the filters. An open select handles the key itself. */
  const onEscape = (event: KeyboardEvent) => {
    const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
    if (!isOwn || event.defaultPrevented || (text === '' && !isFiltering)) return;
    if (text === '') setFiltering(false);
    else clear();
    field.current?.focus();
    event.preventDefault();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles a key of its children
    <search className="sidebar-search stack" onKeyDown={onEscape}>
      <div className="sidebar-search-row row">
        <SearchIcon aria-hidden />
        <TextField
          ref={field}
          label={words.label}
          isLabelHidden
          placeholder={words.placeholder}
          value={text}
          onChange={setText}
          onKeyDown={onKeyDown}
        />
        {text !== '' && (
          <IconButton
            label={words.clear}
            size="sm"
            icon={<X aria-hidden />}
            onClick={() => {
              clear();
              field.current?.focus();
            }}
          />
        )}
        <IconButton
          label={hasFilters(filters) ? words.filtersOn : words.filters}
          size="sm"
          aria-expanded={isFiltering}
          data-on={hasFilters(filters) ? '' : undefined}
          icon={<ListFilter aria-hidden />}
          onClick={() => setFiltering(!isFiltering)}
        />
      </div>
      {isFiltering && <SearchFilterFields history={history} filters={filters} />}
    </search>
  );
}

const ages = [
  { value: 'any', label: words.dates.any },
  { value: 'day', label: words.dates.day },
  { value: 'week', label: words.dates.week },
  { value: 'month', label: words.dates.month },
  { value: 'year', label: words.dates.year },
] as const satisfies readonly { readonly value: SearchFilters['age']; readonly label: string }[];

/** Filters by date, model and folder. */
function SearchFilterFields({ history, filters }: { readonly history: History; readonly filters: SearchFilters }) {
  const { bridge } = useSession();
  const folders = useStore(history.list.folders);
  // All models that have answered, offered or not.
  const { value: models = [] } = useQuery('models', (signal) => bridge.call('history.models', undefined, { signal }));
  const change = (next: Partial<SearchFilters>) => history.search.setFilters({ ...filters, ...next });
  return (
    <div className="sidebar-filters stack">
      <Select label={words.date} value={filters.age} options={ages} onChange={(age) => change({ age })} />
      <Select
        label={words.model}
        value={filters.model ?? ''}
        options={[{ value: '', label: words.anyModel }, ...models.map((id) => ({ value: id, label: id }))]}
        onChange={(model) => change({ model: model === '' ? null : model })}
      />
      <Select
        label={words.folder}
        value={filters.folder ?? ''}
        options={[{ value: '', label: words.anyFolder }, ...folders.map(({ name }) => ({ value: name, label: name }))]}
        onChange={(folder) => change({ folder: folder === '' ? null : folder })}
      />
      {hasFilters(filters) && (
        <Button size="sm" onClick={() => history.search.setFilters(noFilters)}>
          {words.clearFilters}
        </Button>
      )}
    </div>
  );
}
