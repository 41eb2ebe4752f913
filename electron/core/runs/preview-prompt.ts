import type { Model } from '../../contract/catalog.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { PromptPreview } from '../../contract/runs.ts';
import { buildChat, buildCompletion, type ServiceHandle } from '../llm-client/llm-client.ts';
import { buildRowRequest, withResponseFormat } from './cells/build-request.ts';
import type { RunRecord } from './store/run-record.ts';
import type { StoredRow } from './store/run-rows.ts';
import { listVariants } from '../../contract/run-variants.ts';

/** Builds the request of a row and a variant as it would be sent, also without a connection. */
export async function previewPrompt(
  record: RunRecord,
  { row, values }: StoredRow,
  variantId: string,
  reach: () => Promise<Result<ServiceHandle>>,
): Promise<Result<PromptPreview>> {
  const variant = listVariants(record.recipe).find(({ id }) => id === variantId);
  if (!variant) return fail('run-cell-not-found');
  const built = await buildRowRequest(record, variant, values);
  if (!built.ok) return built;
  const request = built.value;
  const service = await reach();
  const models = service.ok ? service.value.models : [];
  const model = models.find(({ id }) => id === request.model) ?? unknownModel(request.model);
  const parameters = withResponseFormat(request, record.recipe.answer, model.engine);
  const { body, notes } =
    request.kind === 'chat'
      ? buildChat({ model, messages: request.messages, parameters })
      : buildCompletion({ model, prompt: request.prompt, parameters });
  return ok({
    row,
    variantId,
    messages: request.kind === 'chat' ? request.messages : null,
    prompt: request.kind === 'text' ? request.prompt : null,
    body,
    unknownColumns: request.unknown,
    notes,
  });
}

/** Returns a model for the preview if the catalog doesn't have it. */
function unknownModel(id: string): Model {
  const capabilities = { chat: true, completion: true, tools: false, reasoning: false, reasoningEffort: true };
  return {
    id,
    segment: null,
    engine: 'unknown',
    capabilities,
    contextLength: null,
    origin: 'discovered',
    presence: { proxy: 'unchecked', direct: 'unchecked' },
  };
}
