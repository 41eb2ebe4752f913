import type { Model } from '../../contract/catalog.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { PromptPreview } from '../../contract/runs.ts';
import { buildChat, buildCompletion, type ServiceHandle } from '../llm-client/llm-client.ts';
import { responseFormat } from './answer-rules/response-format.ts';
import { readAttachments } from './cells/attachments.ts';
import { buildCellRequest, findModel, withResponseFormat } from './cells/build-request.ts';
import type { RunRecord } from './store/run-record.ts';
import type { StoredRow } from './store/run-rows.ts';
import { rowValues } from './template.ts';
import { listVariants } from './variants.ts';

/** Builds the request of a row and a variant as it would be sent, also without a connection. */
export async function previewPrompt(
  { recipe, source }: RunRecord,
  { row, values: rowData }: StoredRow,
  variantId: string,
  reach: () => Promise<Result<ServiceHandle>>,
): Promise<Result<PromptPreview>> {
  const variant = listVariants(recipe).find(({ id }) => id === variantId);
  if (!variant) return fail('run-cell-not-found');
  const values = rowValues(source?.columns ?? [], rowData);
  const fileNames = recipe.attachmentColumn === null ? '' : (values[recipe.attachmentColumn] ?? '');
  const attached = await readAttachments(source?.folder ?? null, fileNames);
  if (attached.kind === 'failed') return { ok: false, failure: attached.failure };
  const built = buildCellRequest(recipe, variant, values, attached.attachments);
  if (built.kind === 'failed') return { ok: false, failure: built.failure };
  const { request } = built;
  const service = await reach();
  const knownModel = service.ok ? findModel(service.value.models, request.model) : undefined;
  const model = knownModel ?? unknownModel(request.model);
  const format = knownModel && request.kind === 'chat' ? responseFormat(recipe.answer, knownModel.engine) : undefined;
  const parameters = withResponseFormat(request.parameters, format);
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
