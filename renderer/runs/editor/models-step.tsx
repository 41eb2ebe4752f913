import { Plus, X } from 'lucide-react';
import type { Connection } from '../../../electron/contract/connection.ts';
import { recipeLimits } from '../../../electron/contract/constants.ts';
import { listVariants } from '../../../electron/contract/run-variants.ts';
import type { Recipe, RunModel } from '../../../electron/contract/run-recipe.ts';
import { ModelPicker } from '../../shared/model-picker.tsx';
import { NumberParameterField, withoutUnset } from '../../shared/parameter-fields.tsx';
import { ValidatedField } from '../../shared/validated-field.tsx';
import { parseCount } from '../../state/parse-parameters.ts';
import { describeMissingModels, modelsFor, pickModel, unavailableReason, type Purpose } from '../../state/model-choice.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { createPartId, countRequests, type StepProps } from './recipe.ts';
import { runEditorText } from './text.ts';

const text = runEditorText.models;
const notSent = 'not-sent';

/** Edits the models, their parameters and the repeats, and shows the number of requests. */
export function ModelsStep({ run, draft }: StepProps) {
  const { connection: store } = useSession();
  const connection = useStore(store);
  const { recipe } = useStore(draft.state);
  const purpose = recipe.kind === 'text' ? 'completion' : 'chat';
  const models = modelsFor(connection, purpose);
  const add = () => {
    if (connection.state !== 'ready') return;
    const unused = models.filter(({ id }) => !recipe.models.some(({ model }) => model === id));
    const model = pickModel(unused, connection.mode, null) ?? models[0];
    if (model === undefined) return;
    draft.change({ models: [...recipe.models, { id: createPartId('m', recipe.models), model: model.id, parameters: {} }] });
  };
  const change = (changed: RunModel) => {
    draft.change({ models: recipe.models.map((each) => (each.id === changed.id ? changed : each)) });
  };
  return (
    <>
      <p className="muted small">{recipe.kind === 'batch' ? text.batchHint : text.hint}</p>
      {recipe.models.length > 0 && (
        <ul className="run-model-list plain-list">
          {recipe.models.map((model) => (
            <ModelFields
              key={model.id}
              model={model}
              purpose={purpose}
              connection={connection}
              onChange={change}
              onRemove={() => draft.change({ models: recipe.models.filter(({ id }) => id !== model.id) })}
            />
          ))}
        </ul>
      )}
      <div className="run-row row wrap">
        <Button icon={<Plus aria-hidden />} isDisabled={models.length === 0 || recipe.models.length >= recipeLimits.models} onClick={add}>
          {text.add}
        </Button>
        {models.length === 0 && (
          <p className="muted small">{connection.state === 'ready' ? describeMissingModels(connection, purpose) : text.offline}</p>
        )}
      </div>
      <div className="run-fields">
        <ValidatedField
          label={text.repeats}
          value={recipe.repeats}
          format={String}
          parse={(typed) => parseCount(typed, recipeLimits.repeats)}
          onChange={(repeats) => draft.change({ repeats })}
        />
      </div>
      <p className="muted small">{recipe.repeats > 1 && recipe.models.some(isDeterministic) ? text.sameSeed : text.repeatsHint}</p>
      <Total recipe={recipe} rows={run.rows} />
    </>
  );
}

function Total({ recipe, rows }: { readonly recipe: Recipe; readonly rows: number }) {
  const rowCount = Math.min(rows, recipe.limits.rows ?? Infinity);
  return (
    <p className="run-total">
      {text.total({ rows: rowCount, variants: listVariants(recipe).length, repeats: recipe.repeats })}{' '}
      <strong>{text.totalIs(countRequests(recipe, rows))}</strong>
    </p>
  );
}

function isDeterministic({ parameters: { seed, temperature } }: RunModel): boolean {
  return seed !== undefined || temperature === 0;
}

function ModelFields({
  model,
  purpose,
  connection,
  onChange,
  onRemove,
}: {
  readonly model: RunModel;
  readonly purpose: Purpose;
  readonly connection: Connection;
  readonly onChange: (model: RunModel) => void;
  readonly onRemove: () => void;
}) {
  const catalogModel = modelsFor(connection, purpose).find(({ id }) => id === model.model);
  const isUnavailable =
    connection.state === 'ready' && (catalogModel === undefined || unavailableReason(catalogModel, connection.mode) !== undefined);
  const fields = {
    parameters: model.parameters,
    onChange: (parameters: RunModel['parameters']) => onChange({ ...model, parameters }),
  };
  return (
    <li className="run-model stack">
      <div className="run-card-head row">
        <ModelPicker
          purpose={purpose}
          connection={connection}
          value={catalogModel}
          chosenId={model.model}
          onChange={(id) => onChange({ ...model, model: id })}
        />
        <IconButton label={text.remove(model.model)} size="sm" icon={<X aria-hidden />} onClick={onRemove} />
      </div>
      {isUnavailable && <p className="runs-warning small">{text.unavailable(model.model)}</p>}
      <fieldset className="run-fields" aria-label={text.parametersOf(model.model)}>
        <NumberParameterField name="temperature" {...fields} />
        <NumberParameterField name="topP" {...fields} />
        <NumberParameterField name="maxTokens" {...fields} />
        <NumberParameterField name="seed" {...fields} />
        {catalogModel?.capabilities.reasoningEffort === true && (
          <Select
            label={text.effort}
            value={model.parameters.reasoningEffort ?? notSent}
            options={[
              { value: notSent, label: text.effortNotSent },
              { value: 'low', label: text.efforts.low },
              { value: 'medium', label: text.efforts.medium },
              { value: 'high', label: text.efforts.high },
            ]}
            onChange={(effort) =>
              fields.onChange(withoutUnset({ ...model.parameters, reasoningEffort: effort === notSent ? undefined : effort }))
            }
          />
        )}
      </fieldset>
    </li>
  );
}
