import { ChevronsUpDown, Star } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { Model } from '../../electron/contract/catalog.ts';
import type { Connection } from '../../electron/contract/connection.ts';
import type { Mode } from '../../electron/contract/profile.ts';
import type { ModelSpeed } from '../../electron/contract/history.ts';
import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/shortcut.tsx';
import { Popover } from '../ui/popover.tsx';
import { Spinner } from '../ui/progress.tsx';
import { SearchList } from '../ui/search-list.tsx';
import './pickers-and-notices.css';
import { usePendingRequest, type PendingRequest } from '../state/pending-request.ts';
import { missingModels, modelPickerItems, modelsFor, type ModelPickerItem, type Purpose } from '../state/model-choice.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useConnectionNavigation } from './connection-navigation.tsx';
import { sharedText } from './text.ts';

const text = sharedText.modelPicker;

/** Chooses a model by searching; grouped by engine, with capabilities and availability. */
export function ModelPicker({
  purpose,
  connection,
  value,
  chosenId,
  openRequest,
  onChange,
}: {
  readonly purpose: Purpose;
  readonly connection: Connection;
  readonly value: Model | undefined;
  /** The chosen model, even if it is not in the list. */
  readonly chosenId: string | null;
  /** Opens the picker. */
  readonly openRequest?: PendingRequest | undefined;
  readonly onChange: (id: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const models = modelsFor(connection, purpose);
  const shown = value?.id ?? chosenId;
  usePendingRequest(openRequest, () => {
    openRequest?.complete();
    setOpen(true);
  });
  return (
    <Popover
      label={text.models}
      side="top"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" aria-label={text.label(shown ?? text.none)} icon={<ChevronsUpDown aria-hidden />} data-model-picker>
          {shown ?? text.none}
        </Button>
      }
    >
      {connection.state !== 'ready' || models.length === 0 ? (
        <NoModels connection={connection} purpose={purpose} />
      ) : (
        <ModelList
          models={models}
          mode={connection.mode}
          chosenId={shown}
          onChoose={(id) => {
            onChange(id);
            setOpen(false);
          }}
        />
      )}
    </Popover>
  );
}

/** Says why there is nothing to choose, and leads to the connection if that is the cause. */
function NoModels({ connection, purpose }: { readonly connection: Connection; readonly purpose: Purpose }) {
  const { open } = useConnectionNavigation();
  const missing = missingModels(connection);
  return (
    <div className="model-choice-empty stack small">
      {missing.state === 'loading' && <Spinner label={text.loading} />}
      {missing.state === 'none' && <p>{text.noneOffered[purpose]}</p>}
      {missing.state === 'failed' && (
        <>
          <p>{missing.problem}</p>
          <Button size="sm" onClick={open}>
            {sharedText.connection.open}
          </Button>
        </>
      )}
    </div>
  );
}

const noFavourites: readonly string[] = [];

function ModelList({
  models,
  mode,
  chosenId,
  onChoose,
}: {
  readonly models: readonly Model[];
  readonly mode: Mode;
  readonly chosenId: string | null;
  readonly onChoose: (id: string) => void;
}) {
  const session = useSession();
  const favourites = useStore(session.library).value?.favouriteModels ?? noFavourites;
  const speeds = useSpeeds();
  const [highlightedId, setHighlightedId] = useState<string>();
  const items = useMemo(
    () => modelPickerItems(models, { mode, chosenId, favourites, speeds }),
    [models, mode, chosenId, favourites, speeds],
  );
  const highlighted = items.find(({ id }) => id === highlightedId);
  const toggleFavourite = ({ id, isFavourite }: ModelPickerItem) =>
    session.attempt(session.bridge.call('library.setFavourite', { model: id, isFavourite: !isFavourite }));
  return (
    <div className="model-choice column">
      <SearchList
        label={text.models}
        searchLabel={text.search}
        placeholder={text.searchPlaceholder}
        emptyText={text.noMatch}
        items={items}
        onChoose={({ id }) => onChoose(id)}
        onHighlight={(item) => setHighlightedId(item?.id)}
        onKeyDown={(event) => {
          if (!event.altKey || event.nativeEvent.code !== 'KeyF' || highlighted === undefined) return;
          event.preventDefault();
          void toggleFavourite(highlighted);
        }}
        renderItem={(item) => <ModelItem item={item} />}
      />
      {highlighted !== undefined && (
        <div className="model-foot row">
          <Button size="sm" variant="quiet" icon={<Star aria-hidden />} onClick={() => void toggleFavourite(highlighted)}>
            {highlighted.isFavourite ? text.removeFavourite(highlighted.id) : text.addFavourite(highlighted.id)}
          </Button>
          <Kbd keys={['Alt', 'F']} />
        </div>
      )}
    </div>
  );
}

function ModelItem({ item }: { readonly item: ModelPickerItem }) {
  return (
    <span className="model-item stack">
      <span className="model-name row small medium">
        {item.isFavourite && (
          <>
            <Star aria-hidden />
            <span className="visually-hidden">{text.favouritePrefix}</span>
          </>
        )}
        {item.title}
      </span>
      <span className="muted tiny">{item.facts.join(' · ')}</span>
      {item.disabledReason !== undefined && <span className="model-problem tiny">{item.disabledReason}</span>}
    </span>
  );
}

/** Reads the measured speeds each time the picker opens. */
function useSpeeds(): readonly ModelSpeed[] {
  const { bridge } = useSession();
  const [speeds, setSpeeds] = useState<readonly ModelSpeed[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    const read = async () => {
      const result = await bridge.call('history.speeds', undefined, { signal: controller.signal });
      // The picker works without speeds.
      if (result.ok) setSpeeds(result.value);
    };
    void read();
    return () => controller.abort();
  }, [bridge]);
  return speeds;
}
