import { Plus, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { CatalogEntry, Model } from '../../../electron/contract/catalog.ts';
import type { ReadyConnection } from '../../../electron/contract/connection.ts';
import { modeTitles } from '../../shared/labels.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { useProfiles } from '../connection-context.ts';
import { useAction } from '../use-action.ts';
import { ConnectionFailure } from '../remedies.tsx';
import { EnginePathDialog } from './engine-path-dialog.tsx';
import { ModelDialog } from './model-dialog.tsx';
import '../connection-screen.css';
import { ModelsTable } from './models-table.tsx';
import { modelsText } from './text.ts';

/** What is being edited: a segment, or a model of one. */
type Editing =
  | { readonly kind: 'entry'; readonly entry: CatalogEntry | undefined }
  | { readonly kind: 'model'; readonly segment: string; readonly modelId: string | undefined };

/** The service's models, and the profile's catalog. */
export function ModelsPanel({ connection }: { readonly connection: ReadyConnection }) {
  const { bridge } = useSession();
  const { profiles } = useProfiles();
  const { failure, run } = useAction();
  const [editing, setEditing] = useState<Editing>();
  const profile = profiles.find(({ id }) => id === connection.profile.id);
  const catalog = profile?.service.catalog ?? [];
  const canEdit = !connection.profile.isDemo;
  const shownFailure = failure ?? connection.lists.find((list) => list.mode === connection.mode && list.failure !== null)?.failure;
  const stop = () => {
    setEditing(undefined);
  };

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
      <ModelsTable models={connection.models} mode={connection.mode} onEdit={canEdit ? edit : undefined} />
      {canEdit && profile !== undefined && (
        <section aria-labelledby="catalog-heading" className="models-catalog stack">
          <h3 id="catalog-heading">{modelsText.catalog.title}</h3>
          <p>{modelsText.catalog.hint}</p>
          <ul>
            {catalog.map((entry) => (
              <li key={entry.segment}>
                <code>{entry.segment}</code>
                <span>{describeEntry(entry)}</span>
                <Button
                  size="sm"
                  onClick={() => {
                    setEditing({ kind: 'model', segment: entry.segment, modelId: undefined });
                  }}
                >
                  {modelsText.catalog.addModel}
                </Button>
                <Button
                  size="sm"
                  onClick={() => {
                    setEditing({ kind: 'entry', entry });
                  }}
                >
                  {modelsText.catalog.editPath}
                </Button>
              </li>
            ))}
          </ul>
          <Button
            icon={<Plus aria-hidden />}
            onClick={() => {
              setEditing({ kind: 'entry', entry: undefined });
            }}
          >
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
