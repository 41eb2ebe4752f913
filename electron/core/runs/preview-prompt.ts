import type { Model } from '../../contract/catalog.ts';
import type { Message } from '../../contract/conversation.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import { describeFailure } from '../../contract/failures/render-failure.ts';
import type { PromptPreview } from '../../contract/runs.ts';
import { buildChat, buildCompletion, mapImageUrls, nameImage, type ServiceHandle } from '../llm-client/llm-client.ts';
import { refuseImages } from './cells/attachments.ts';
import { buildRowRequest, withResponseFormat } from './cells/build-request.ts';
import { runsText } from './text.ts';
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
  const shown = { row, variantId, unknownColumns: request.unknown };
  if (request.kind === 'text') {
    const completion = buildCompletion({ model, prompt: request.prompt, parameters });
    return ok({ ...shown, ...completion, messages: null, prompt: request.prompt });
  }
  const { images, messages } = request;
  const { body, notes } = buildChat({ model, messages, parameters });
  const refused = refuseImages(model, images.length);
  const byUrl = new Map(images.map((image) => [image.dataUrl, image]));
  const describe = (url: string): string => runsText.image(byUrl.get(url) ?? { name: '', width: 0, height: 0 });
  return ok({
    ...shown,
    // the window shows which images are sent, not their content
    messages: messages.map((each) => withoutContent(each, describe)),
    prompt: null,
    body: mapImageUrls(body, (url) => nameImage(url, byUrl.get(url)?.name ?? '')),
    notes: refused ? [...notes, describeFailure(refused).message] : notes,
  });
}

function withoutContent(message: Message, describe: (url: string) => string): Message {
  return message.role === 'user' && message.images ? { ...message, images: message.images.map(describe) } : message;
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
