import { failed, ok, type Result } from '../../../contract/failure.ts';
import { fieldsOf, numberOf, parseJson, textOf } from '../../../contract/json.ts';

/** A model as a list of the service names it. */
export interface ListedModel {
  readonly id: string;
  readonly contextLength: number | undefined;
}

/** Reads a model list of any dialect: `{object, data}`, `{data}`, or the bare list. */
export function readModelList(text: string): Result<readonly ListedModel[]> {
  const value = parseJson(text);
  const items: unknown = Array.isArray(value) ? value : fieldsOf(value)?.['data'];
  if (!Array.isArray(items)) return notAList();
  const models = items.flatMap((item: unknown) => {
    const fields = fieldsOf(item);
    const id = textOf(fields?.['id']).trim();
    return id === '' ? [] : [{ id, contextLength: length(fields?.['max_model_len']) ?? length(fields?.['context_length']) }];
  });
  const byId = new Map(models.map((model) => [model.id, model]));
  return ok([...byId.values()]);
}

function length(value: unknown): number | undefined {
  const number = numberOf(value);
  return number !== undefined && Number.isInteger(number) && number > 0 ? number : undefined;
}

function notAList(): Result<never> {
  return failed('bad-answer', 'The service answered, but not with a list of models.', 'Check the base URL and the segment.');
}
