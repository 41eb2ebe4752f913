import type { Model } from '../../../electron/contract/catalog.ts';
import type { Mode } from '../../../electron/contract/profile.ts';
import { capabilityText, engineTitles } from '../../shared/labels.ts';
import { formatContext } from '../../shared/format.ts';
import { Button } from '../../ui/button.tsx';
import { modelsText } from './text.ts';

const { columns } = modelsText;

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
  if (models.length === 0) return <p className="muted small">{onEdit ? modelsText.none : modelsText.noneInDemo}</p>;
  return (
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
        {models.map((model) => (
          <tr key={`${model.segment ?? ''} ${model.id}`} data-gone={model.presence[mode] === 'gone'}>
            <th scope="row">{model.id}</th>
            <td>{mode === 'direct' && model.segment === null ? modelsText.proxyOnly : modelsText.presence[model.presence[mode]]}</td>
            <td>{engineTitles[model.engine]}</td>
            <td>{capabilityText(model.capabilities).join(', ') || modelsText.unknown}</td>
            <td>{model.contextLength === null ? modelsText.unknown : formatContext(model.contextLength)}</td>
            {onEdit && (
              <td>
                {model.segment !== null && (
                  <Button
                    size="sm"
                    variant="quiet"
                    aria-label={modelsText.editModel(model.id)}
                    onClick={() => {
                      onEdit(model);
                    }}
                  >
                    {modelsText.edit}
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
