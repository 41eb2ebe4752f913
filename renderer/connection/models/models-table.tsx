import type { Model, Presence } from '../../../electron/contract/catalog.ts';
import type { Mode } from '../../../electron/contract/profile.ts';
import { capabilityText, engineTitles } from '../../shared/labels.ts';
import { formatContext } from '../../shared/format.ts';
import { Button } from '../../ui/button.tsx';

const presenceLabels: Readonly<Record<Presence, string>> = { listed: 'listed', unchecked: 'not checked', gone: 'gone' };

/** The service's models with their capabilities, and whether the active mode offers them. */
export function ModelsTable({
  models,
  mode,
  onEdit,
}: {
  readonly models: readonly Model[];
  readonly mode: Mode;
  readonly onEdit: ((model: Model) => void) | undefined;
}) {
  if (models.length === 0) return <p className="connection-text">No models are known. Add the segments of your service below.</p>;
  return (
    <table className="connection-table" aria-labelledby="models-heading">
      <thead>
        <tr>
          <th scope="col">Model</th>
          <th scope="col">Now</th>
          <th scope="col">Engine</th>
          <th scope="col">Can do</th>
          <th scope="col">Context</th>
          {onEdit && (
            <th scope="col">
              <span className="visually-hidden">Edit</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <tr key={`${model.segment ?? ''} ${model.id}`} data-gone={model.presence[mode] === 'gone'}>
            <th scope="row">{model.id}</th>
            <td>{mode === 'direct' && model.segment === null ? 'proxy only' : presenceLabels[model.presence[mode]]}</td>
            <td>{engineTitles[model.engine]}</td>
            <td>{capabilityText(model.capabilities).join(', ') || 'not known'}</td>
            <td>{model.contextLength === null ? 'not known' : formatContext(model.contextLength)}</td>
            {onEdit && (
              <td>
                {model.segment !== null && (
                  <Button
                    size="sm"
                    variant="quiet"
                    aria-label={`Edit ${model.id}`}
                    onClick={() => {
                      onEdit(model);
                    }}
                  >
                    Edit…
                  </Button>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
