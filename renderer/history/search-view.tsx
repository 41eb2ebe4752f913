import { ListFilter, Search as SearchIcon, X } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { SearchHit } from '../../electron/contract/history.ts';
import { useFocusWish } from '../state/focus-wish.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Select } from '../ui/select.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { TextField } from '../ui/text-field.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import './line.css';
import './hit-mark.css';
import type { History } from './history.ts';
import { isNarrowed, noFilters, type SearchFilters } from './search-store.ts';
import type { OpenConversation } from './open-conversation.ts';
import './search-view.css';
import { useMinute } from './use-minute.ts';
import { whenWords } from './when-words.ts';

const ages = [
  { value: 'any', label: 'Any time' },
  { value: 'day', label: 'Since yesterday' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 31 days' },
  { value: 'year', label: 'Last year' },
] as const satisfies readonly { readonly value: SearchFilters['age']; readonly label: string }[];

const hitsId = 'search-hits';

/** Where one types what to look for, and narrows it. */
export function SearchField({ history }: { readonly history: History }) {
  const { text, filters } = useStore(history.search);
  const [isFiltering, setFiltering] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useFocusWish(history.searchWish, field);
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
      {isFiltering && <Filters history={history} filters={filters} />}
    </search>
  );
}

function Filters({ history, filters }: { readonly history: History; readonly filters: SearchFilters }) {
  const { bridge } = useSession();
  const folders = useStore(history.list.folders);
  const [models, setModels] = useState<readonly string[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    // Those that have answered, whether or not the service still has them.
    const read = async () => {
      const result = await bridge.call('history.models', undefined, { signal: leaving.signal });
      if (result.ok) setModels(result.value);
    };
    void read();
    return () => {
      leaving.abort();
    };
  }, [bridge]);
  const change = (next: Partial<SearchFilters>) => {
    history.search.filter({ ...filters, ...next });
  };
  return (
    <div className="sidebar-filters">
      <Select
        label="Date"
        value={filters.age}
        options={ages}
        onChange={(age) => {
          change({ age });
        }}
      />
      <Select
        label="Model"
        value={filters.model ?? ''}
        options={[{ value: '', label: 'Any model' }, ...models.map((id) => ({ value: id, label: id }))]}
        onChange={(model) => {
          change({ model: model === '' ? null : model });
        }}
      />
      <Select
        label="Folder"
        value={filters.folder ?? ''}
        options={[{ value: '', label: 'Any folder' }, ...folders.map(({ name }) => ({ value: name, label: name }))]}
        onChange={(folder) => {
          change({ folder: folder === '' ? null : folder });
        }}
      />
      {isNarrowed(filters) && (
        <Button
          size="sm"
          onClick={() => {
            history.search.filter(noFilters);
          }}
        >
          Clear the filters
        </Button>
      )}
    </div>
  );
}

const roleWords: Readonly<Record<SearchHit['role'], string>> = { title: 'Title', user: 'You', assistant: 'Answer', tool: 'Tool' };

/** What was found, newest first; choosing one opens the conversation there. */
export function SearchHits({ history, onOpen }: { readonly history: History; readonly onOpen: OpenConversation }) {
  const { hits, next, state, failure, text, filters } = useStore(history.search);
  const now = useMinute();
  const [chosenId, setChosenId] = useState<string>();
  const kinds = new Map(useStore(history.list).conversations.map(({ id, kind }) => [id, kind]));
  if (state === 'failed' && failure !== null)
    return (
      <EmptyState size="sm" headingLevel={3} title="The search failed">
        {failure.message} {failure.remedy}
      </EmptyState>
    );
  if (hits.length === 0)
    return state === 'looking' ? (
      <div className="sidebar-late">
        <Spinner label="Looking…" />
      </div>
    ) : (
      <EmptyState size="sm" headingLevel={3} title={`Nothing found for “${text.trim()}”`}>
        {isNarrowed(filters) ? 'Try without the filters.' : 'Try fewer letters, or another word.'}
      </EmptyState>
    );
  const items = hits.map((hit) => ({ id: `${hit.conversationId} ${hit.messageId ?? 'title'}`, label: hit.title, hit }));
  return (
    <div id={hitsId} className="sidebar-rows">
      <output className="visually-hidden">{next === null ? `${hits.length} found` : `${hits.length} or more found`}</output>
      <VirtualList
        label="Found"
        items={items}
        selectedId={chosenId}
        onSelect={({ id, hit }) => {
          setChosenId(id);
          onOpen(hit.conversationId, kinds.get(hit.conversationId) ?? null, hit.messageId);
          history.hitMark.put(hit);
        }}
        onKey={({ key }) => {
          if (key === 'Escape') history.searchWish.ask();
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
    <span className="hit">
      <span className="line">
        <span className="line-name">{title}</span>
        <span className="line-aside">{whenWords(at, now)}</span>
      </span>
      <span className="hit-excerpt">
        <span className="hit-role">{roleWords[role]}: </span>
        {/* oxlint-disable react/no-array-index-key -- pieces of a text have no identity but their place */}
        {excerpt.map((piece, index) => (piece.isHit ? <mark key={index}>{piece.text}</mark> : <span key={index}>{piece.text}</span>))}
        {/* oxlint-enable react/no-array-index-key */}
      </span>
    </span>
  );
}
