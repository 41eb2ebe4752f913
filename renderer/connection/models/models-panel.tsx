import { Plus, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { CatalogEntry, Model } from '../../../electron/contract/catalog.ts';
import type { ReadyConnection } from '../../../electron/contract/connection.ts';
import { formatCount } from '../../shared/format.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { useProfiles } from '../connection-context.ts';
import { useAction } from '../use-action.ts';
import { ConnectionFailure } from '../remedies.tsx';
import { EnginePathDialog } from './engine-path-dialog.tsx';
import { ModelDialog } from './model-dialog.tsx';
import './models-panel.css';
import { ModelsTable } from './models-table.tsx';

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
    <section aria-labelledby="models-heading" className="connection-panel">
      <header className="connection-head">
        <h2 id="models-heading">Models</h2>
        <div className="connection-actions">
          {connection.isRefreshing && <Spinner label="Asking for the models…" />}
          <Button
            size="sm"
            icon={<RotateCw aria-hidden />}
            isDisabled={connection.isRefreshing}
            onClick={() => void run((signal) => bridge.call('connection.refresh', undefined, { signal }))}
          >
            Ask again
          </Button>
        </div>
      </header>
      {shownFailure ? <ConnectionFailure failure={shownFailure} /> : null}
      <ModelsTable models={connection.models} mode={connection.mode} onEdit={canEdit ? edit : undefined} />
      {canEdit && profile !== undefined && (
        <section aria-labelledby="catalog-heading" className="models-catalog">
          <h3 id="catalog-heading">Catalog of this profile</h3>
          <p>The service does not tell its segments, so they are kept here, with what their models can do.</p>
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
                  Add model…
                </Button>
                <Button
                  size="sm"
                  onClick={() => {
                    setEditing({ kind: 'entry', entry });
                  }}
                >
                  Edit segment…
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
            Add segment…
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
  const described = models.length === 0 ? 'no model described yet' : `${formatCount(models.length, 'model', 'models')} described`;
  return `engine ${engine === 'unknown' ? 'not known' : engine}, ${described}`;
}
