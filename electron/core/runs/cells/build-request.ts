import type { Model } from '../../../contract/catalog.ts';
import type { Message, Parameters } from '../../../contract/conversation.ts';
import type { Failure } from '../../../contract/failure.ts';
import { failure, unexpected } from '../../../contract/failures/fail.ts';
import type { Attachment } from '../../../contract/history.ts';
import { readObject, readArray, parseJson, readNumber, readString } from '../../../contract/json.ts';
import type { Recipe } from '../../../contract/run-recipe.ts';
import { fenced } from '../../shared/quoting.ts';
import { fillTemplate } from '../template.ts';
import type { RunVariant } from '../variants.ts';

/** A request before its parameters are adapted to the model. */
export type CellRequest = { readonly model: string; readonly parameters: Parameters; readonly unknown: readonly string[] } & (
  | { readonly kind: 'chat'; readonly messages: readonly Message[] }
  | { readonly kind: 'text'; readonly prompt: string }
);

export type BuiltCell =
  | { readonly kind: 'request'; readonly request: CellRequest }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Builds the request of a row and a variant. `parseBody` parses the body of a batch row. */
export function buildCellRequest(
  recipe: Recipe,
  variant: RunVariant,
  values: Readonly<Record<string, string>>,
  attachments: readonly Attachment[],
  parseBody: (text: string) => unknown = parseJson,
): BuiltCell {
  const { runModel, runTemplate } = variant;
  if (recipe.kind === 'batch') return buildBatchRequest(variant, values, parseBody);
  if (!runModel || !runTemplate) return { kind: 'failed', failure: unexpected().failure };
  const { model, parameters } = runModel;
  const system = fillTemplate(runTemplate.system, values);
  const user = fillTemplate(runTemplate.user, values);
  const text = [user.text, ...attachments.map(({ name, language, text: file }) => `${name}:\n${fenced(file, language ?? '')}`)]
    .filter((piece) => piece !== '')
    .join('\n\n');
  if (recipe.kind === 'text') return { kind: 'request', request: { kind: 'text', model, parameters, prompt: text, unknown: user.unknown } };
  const messages: Message[] = system.text.trim() === '' ? [] : [{ role: 'system', text: system.text }];
  const unknown = [...new Set([...system.unknown, ...user.unknown])];
  return { kind: 'request', request: { kind: 'chat', model, parameters, messages: [...messages, { role: 'user', text }], unknown } };
}

/** Builds the request of a batch row. Uses the variant's model if it has one. */
function buildBatchRequest(
  { runModel }: RunVariant,
  values: Readonly<Record<string, string>>,
  parseBody: (text: string) => unknown,
): BuiltCell {
  const body = readObject(parseBody(values['body'] ?? ''));
  const url = values['url'] ?? '';
  if (!body) return { kind: 'failed', failure: failure('batch-body-invalid') };
  const model = runModel?.model ?? readString(body['model']);
  if (model === '') return { kind: 'failed', failure: failure('batch-model-missing') };
  const { model: _model, messages, prompt, stream: _stream, stream_options: _options, ...extra } = body;
  const parameters: Parameters = { ...runModel?.parameters, extra: { ...extra, ...runModel?.parameters.extra } };
  const count = readNumber(parameters.extra?.['n']) ?? 1;
  if (count > 1) return { kind: 'failed', failure: failure('batch-several-answers', { count }) };
  if (url.endsWith('/chat/completions')) {
    const read = readArray(messages).map(readMessage);
    if (read.length === 0 || read.some((message) => message === undefined)) {
      return { kind: 'failed', failure: failure('batch-messages-unsupported') };
    }
    return {
      kind: 'request',
      request: { kind: 'chat', model, parameters, messages: read.flatMap((message) => message ?? []), unknown: [] },
    };
  }
  if (url.endsWith('/completions') && typeof prompt === 'string') {
    return { kind: 'request', request: { kind: 'text', model, parameters, prompt, unknown: [] } };
  }
  return { kind: 'failed', failure: failure('batch-url-unsupported', { url }) };
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

/** Adds a response format to the parameters, unless the user set one. */
export function withResponseFormat(parameters: Parameters, format: Readonly<Record<string, unknown>> | undefined): Parameters {
  if (format === undefined || parameters.extra?.['response_format'] !== undefined) return parameters;
  return { ...parameters, extra: { ...parameters.extra, response_format: format } };
}

export function findModel(models: readonly Model[], id: string): Model | undefined {
  return models.find((model) => model.id === id);
}
