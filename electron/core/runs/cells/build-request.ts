import type { Engine } from '../../../contract/catalog.ts';
import type { Message, Parameters } from '../../../contract/conversation.ts';
import { ok, type Result } from '../../../contract/failure.ts';
import { fail, unexpected } from '../../../contract/failures/fail.ts';
import { readObject, readArray, parseJson, readNumber, readString } from '../../../contract/json.ts';
import type { AnswerRule, Recipe } from '../../../contract/run-recipe.ts';
import { fenced } from '../../shared/quoting.ts';
import type { RunRecord } from '../store/run-record.ts';
import { fillTemplate, rowValues } from '../template.ts';
import type { RunVariant } from '../../../contract/run-variants.ts';
import { readAttachments, type RowFiles, type RowImage } from './attachments.ts';

/** A request before its parameters are adapted to the model. */
export type CellRequest = { readonly model: string; readonly parameters: Parameters; readonly unknown: readonly string[] } & (
  | { readonly kind: 'chat'; readonly messages: readonly Message[]; readonly images: readonly RowImage[] }
  | { readonly kind: 'text'; readonly prompt: string }
);

/** Builds the request of a row and a variant, with the files that the row names. `parseBody` parses the body of a batch row. */
export async function buildRowRequest(
  { recipe, source }: RunRecord,
  variant: RunVariant,
  rowData: readonly string[],
  parseBody?: (text: string) => unknown,
): Promise<Result<CellRequest>> {
  const values = rowValues(source?.columns ?? [], rowData);
  const fileNames = recipe.attachmentColumn === null ? '' : (values[recipe.attachmentColumn] ?? '');
  const attached = await readAttachments(source?.folder ?? null, fileNames);
  return attached.ok ? buildCellRequest(recipe, variant, values, attached.value, parseBody) : attached;
}

export function buildCellRequest(
  recipe: Recipe,
  variant: RunVariant,
  values: Readonly<Record<string, string>>,
  { attachments, images }: RowFiles,
  parseBody: (text: string) => unknown = parseJson,
): Result<CellRequest> {
  const { runModel, runTemplate } = variant;
  if (recipe.kind === 'batch') return buildBatchRequest(variant, values, parseBody);
  if (!runModel || !runTemplate) return unexpected();
  const { model, parameters } = runModel;
  const system = fillTemplate(runTemplate.system, values);
  const user = fillTemplate(runTemplate.user, values);
  const text = [user.text, ...attachments.map(({ name, language, text: file }) => `${name}:\n${fenced(file, language ?? '')}`)]
    .filter((piece) => piece !== '')
    .join('\n\n');
  if (recipe.kind === 'text') {
    const [image] = images;
    if (image) return fail('run-image-needs-chat', { name: image.name });
    return ok({ kind: 'text', model, parameters, prompt: text, unknown: user.unknown });
  }
  const messages: Message[] = system.text.trim() === '' ? [] : [{ role: 'system', text: system.text }];
  const unknown = [...new Set([...system.unknown, ...user.unknown])];
  const urls = images.map(({ dataUrl }) => dataUrl);
  const question: Message = { role: 'user', text, ...(urls.length === 0 ? {} : { images: urls }) };
  return ok({ kind: 'chat', model, parameters, messages: [...messages, question], images, unknown });
}

/** Builds the request of a batch row. Uses the variant's model if it has one. */
function buildBatchRequest(
  { runModel }: RunVariant,
  values: Readonly<Record<string, string>>,
  parseBody: (text: string) => unknown,
): Result<CellRequest> {
  const body = readObject(parseBody(values['body'] ?? ''));
  const url = values['url'] ?? '';
  if (!body) return fail('batch-body-invalid');
  const model = runModel?.model ?? readString(body['model']);
  if (model === '') return fail('batch-model-missing');
  const { model: _model, messages, prompt, stream: _stream, stream_options: _options, ...extra } = body;
  const parameters: Parameters = { ...runModel?.parameters, extra: { ...extra, ...runModel?.parameters.extra } };
  const count = readNumber(parameters.extra?.['n']) ?? 1;
  if (count > 1) return fail('batch-several-answers', { count });
  if (url.endsWith('/chat/completions')) {
    const read = readArray(messages).map(readMessage);
    if (read.length === 0 || read.some((message) => message === undefined)) {
      return fail('batch-messages-unsupported');
    }
    return ok({ kind: 'chat', model, parameters, messages: read.flatMap((message) => message ?? []), images: [], unknown: [] });
  }
  if (url.endsWith('/completions') && typeof prompt === 'string') {
    return ok({ kind: 'text', model, parameters, prompt, unknown: [] });
  }
  return fail('batch-url-unsupported', { url });
}

function readMessage(value: unknown): Message | undefined {
  const message = readObject(value);
  const text = readContent(message?.['content']);
  if (!message || text === undefined) return undefined;
  switch (message['role']) {
    case 'system':
    case 'developer':
      return { role: 'system', text };
    case 'user':
      return { role: 'user', text };
    case 'assistant':
      return { role: 'assistant', parts: [{ kind: 'text', text }] };
    default:
      return undefined;
  }
}

function readContent(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const parts = content.map(readObject);
  return parts.every((part) => part?.['type'] === 'text') ? parts.map((part) => readString(part?.['text'])).join('') : undefined;
}

/** Adds the response format of a rule, if the engine supports it. Others would reject the request or return an empty answer. */
export function withResponseFormat({ kind, parameters }: CellRequest, rule: AnswerRule, engine: Engine): Parameters {
  if (kind === 'text' || rule.kind !== 'json' || engine === 'unknown') return parameters;
  const format = { type: 'json_schema', json_schema: { name: 'answer', schema: rule.schema, strict: true } };
  return { ...parameters, extra: { response_format: format, ...parameters.extra } };
}
