import { useEffect, useState } from 'react';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import type { History } from './history.ts';
import { isNarrowed, noFilters, type SearchFilters } from './search-store.ts';

const ages = [
  { value: 'any', label: 'Any time' },
  { value: 'day', label: 'Since yesterday' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 31 days' },
  { value: 'year', label: 'Last year' },
] as const satisfies readonly { readonly value: SearchFilters['age']; readonly label: string }[];

/** By when, by which model and in which folder one looks. */
export function SearchFilterFields({ history, filters }: { readonly history: History; readonly filters: SearchFilters }) {
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
