import { Plus, RotateCw } from 'lucide-react';
import { useRef, useState } from 'react';
import type { CatalogEntry, Model, Engine } from '../../../electron/contract/catalog.ts';
import type { ReadyConnection } from '../../../electron/contract/connection.ts';
import { modeTitles, capabilityText, engineTitles } from '../../shared/labels.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { useStore } from '../../state/store.ts';
import { useConnectionStores, useProfiles } from '../connection-context.ts';
import { localApiText } from '../local-api/text.ts';
import { describeDialects } from './describe-dialects.ts';
import { useAction } from '../use-action.ts';
import { ConnectionFailure } from '../remedies.tsx';
import { ModelDialog, isEnginePath, trimEnginePath } from './model-dialog.tsx';
import { modelsText } from '../text.ts';
import type { Mode } from '../../../electron/contract/profile.ts';
import { formatContext } from '../../shared/format.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { EditableList, EditableRow } from '../../ui/editable-list.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';

const { columns } = modelsText;

const pathText = modelsText.pathDialog;

/** What is being edited: a segment, or a model of one. */
type Editing =
  | { readonly kind: 'entry'; readonly entry: CatalogEntry | undefined }
  | { readonly kind: 'model'; readonly segment: string; readonly modelId: string | undefined };

/** The service's models, and the profile's catalog. */
export function ModelsPanel({ connection, onShowLocalApi }: { readonly connection: ReadyConnection; readonly onShowLocalApi: () => void }) {
  const { bridge } = useSession();
  const { profiles } = useProfiles();
  const { failure, run } = useAction();
  const [editing, setEditing] = useState<Editing>();
  const addPath = useRef<HTMLButtonElement>(null);
  const profile = profiles.find(({ id }) => id === connection.profile.id);
  const catalog = profile?.service.catalog ?? [];
  const canEdit = !connection.profile.isDemo;
  const shownFailure = failure ?? connection.lists.find((list) => list.mode === connection.mode && list.failure !== null)?.failure;
  const stop = () => setEditing(undefined);

  const edit = (model: Model) => {
    if (model.segment !== null) setEditing({ kind: 'model', segment: model.segment, modelId: model.id });
  };
  return (
    <section aria-labelledby="models-heading" className="connection-panel stack">
      <header className="connection-head row wrap">
        <div>
          <h2 id="models-heading">{modelsText.title}</h2>
          <p>{modelsText.hint(modeTitles[connection.mode])}</p>
        </div>
        <div className="connection-actions row wrap">
          {connection.isRefreshing && <Spinner label={modelsText.loading} />}
          <Button
            size="sm"
            icon={<RotateCw aria-hidden />}
            isDisabled={connection.isRefreshing}
            onClick={() => void run((signal) => bridge.call('connection.refresh', undefined, { signal }))}
          >
            {modelsText.refresh}
          </Button>
        </div>
      </header>
      {shownFailure ? <ConnectionFailure failure={shownFailure} /> : null}
      <ModelsTable models={connection.models} mode={connection.mode} onEdit={canEdit ? edit : undefined} onShowLocalApi={onShowLocalApi} />
      {canEdit && profile !== undefined && (
        <section aria-labelledby="catalog-heading" className="models-catalog stack">
          <h3 id="catalog-heading">{modelsText.catalog.title}</h3>
          <p>{modelsText.catalog.hint}</p>
          <EditableList label={modelsText.catalog.title} fallback={addPath}>
            {catalog.map((entry) => (
              <EditableRow
                key={entry.segment}
                controls={
                  <>
                    <Button size="sm" onClick={() => setEditing({ kind: 'model', segment: entry.segment, modelId: undefined })}>
                      {modelsText.catalog.addModel}
                    </Button>
                    <Button size="sm" onClick={() => setEditing({ kind: 'entry', entry })}>
                      {modelsText.catalog.editPath}
                    </Button>
                  </>
                }
              >
                <code>{entry.segment}</code>
                <p className="muted small">{describeEntry(entry)}</p>
              </EditableRow>
            ))}
          </EditableList>
          <Button ref={addPath} icon={<Plus aria-hidden />} onClick={() => setEditing({ kind: 'entry', entry: undefined })}>
            {modelsText.catalog.addPath}
          </Button>
        </section>
      )}
      {profile !== undefined && editing?.kind === 'entry' && (
        <EnginePathDialog profileId={profile.id} entry={editing.entry} onClose={stop} />
      )}
      {profile !== undefined && editing?.kind === 'model' && (
        <ModelDialog
          profileId={profile.id}
          segment={editing.segment}
          model={catalog.find(({ segment }) => segment === editing.segment)?.models.find(({ id }) => id === editing.modelId)}
          offeredId={editing.modelId}
          onClose={stop}
        />
      )}
    </section>
  );
}

function describeEntry({ engine, models }: CatalogEntry): string {
  const text = modelsText.catalog;
  const described = models.length === 0 ? text.noModels : text.models(models.length);
  return `${engine === 'unknown' ? text.engineUnknown : text.engine(engine)}, ${described}`;
}

/** The service's models with their capabilities, and whether the active mode offers them. */
function ModelsTable({
  models,
  mode,
  onEdit,
  onShowLocalApi,
}: {
  readonly models: readonly Model[];
  readonly mode: Mode;
  readonly onEdit: ((model: Model) => void) | undefined;
  readonly onShowLocalApi: () => void;
}) {
  const { value: localApi } = useStore(useConnectionStores().localApi);
  if (models.length === 0) return <p className="muted small">{onEdit ? modelsText.none : modelsText.noneInDemo}</p>;
  const rows = models.map((model) => ({ model, dialects: localApi ? describeDialects(model, mode, localApi) : '' }));
  return (
    <>
      <table className="connection-table" aria-labelledby="models-heading">
        <thead>
          <tr>
            <th scope="col">{columns.model}</th>
            <th scope="col">{columns.status}</th>
            <th scope="col">{columns.engine}</th>
            <th scope="col">{columns.capabilities}</th>
            <th scope="col">{columns.context}</th>
            {onEdit && (
              <th scope="col">
                <span className="visually-hidden">{columns.edit}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ model, dialects }) => (
            <tr key={`${model.segment ?? ''} ${model.id}`} data-gone={model.presence[mode] === 'gone'}>
              <th scope="row">{model.id}</th>
              <td>{mode === 'direct' && model.segment === null ? modelsText.proxyOnly : modelsText.presence[model.presence[mode]]}</td>
              <td>
                {engineTitles[model.engine]}
                {dialects !== '' && <p className="muted small">{dialects}</p>}
              </td>
              <td>{capabilityText(model).join(', ') || modelsText.unknown}</td>
              <td>{model.contextLength === null ? modelsText.unknown : formatContext(model.contextLength)}</td>
              {onEdit && (
                <td>
                  {model.segment !== null && (
                    <Button size="sm" variant="quiet" aria-label={modelsText.editModel(model.id)} onClick={() => onEdit(model)}>
                      {modelsText.edit}
                    </Button>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.some(({ dialects }) => dialects !== '') && (
        <p className="muted small row wrap">
          {modelsText.dialects.hint}
          <Button size="sm" onClick={onShowLocalApi}>
            {localApiText.requests.showLocalApi}
          </Button>
        </p>
      )}
    </>
  );
}

const engines = (['vllm', 'sglang', 'unknown'] as const satisfies readonly Engine[]).map((value) => ({
  value,
  label: engineTitles[value],
}));

/** Adds, edits or removes a segment of the catalog. */
function EnginePathDialog({
  profileId,
  entry,
  onClose,
}: {
  readonly profileId: string;
  /** Undefined for a new segment. */
  readonly entry: CatalogEntry | undefined;
  readonly onClose: () => void;
}) {
  const { bridge, toaster, attempt } = useSession();
  const { isBusy, failure, run } = useAction();
  const [segment, setSegment] = useState(entry?.segment ?? '');
  const [engine, setEngine] = useState<Engine>(entry?.engine ?? 'unknown');
  const path = trimEnginePath(segment);
  const isValid = isEnginePath(path);

  const put = (next: CatalogEntry, replaces: string | null, signal?: AbortSignal) =>
    bridge.call('catalog.putEntry', { profileId, entry: next, replaces }, { signal });
  const save = async () => {
    const saved = await run((signal) => put({ segment: path, engine, models: entry?.models ?? [] }, entry?.segment ?? null, signal));
    if (saved !== undefined) onClose();
  };
  const remove = async (removed: CatalogEntry) => {
    const result = await run((signal) => bridge.call('catalog.removeEntry', { profileId, segment: removed.segment }, { signal }));
    if (result === undefined) return;
    onClose();
    toaster.show({
      title: pathText.removed(removed.segment),
      action: { label: modelsText.undo, onSelect: () => void attempt(put(removed, null)) },
    });
  };
  return (
    <FormDialog
      title={entry === undefined ? pathText.addTitle : pathText.editTitle(entry.segment)}
      description={pathText.hint}
      canSave={isValid}
      isBusy={isBusy}
      failure={failure && describeFailure(failure)}
      onSave={() => void save()}
      onRemove={entry && (() => void remove(entry))}
      onClose={onClose}
    >
      <TextField
        label={pathText.path}
        spellCheck={false}
        value={segment}
        onChange={setSegment}
        error={path !== '' && !isValid ? pathText.pathError : undefined}
      />
      <Select label={pathText.engine} options={engines} value={engine} onChange={setEngine} />
    </FormDialog>
  );
}
