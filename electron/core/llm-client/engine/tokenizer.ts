import type { Model } from '../../../contract/catalog.ts';
import { ok, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import { parseJson, readArray, readNumber, readObject, type JsonObject } from '../../../contract/json.ts';
import { buildChat, type ChatRequest } from '../requests/requests.ts';
import type { EngineEndpoints, EngineReply } from './engine-endpoints.ts';

/**
 * Counts the tokens of a text, or of messages. Returns undefined if the engine doesn't offer that, or can't be asked. `absent` has the engines without a
 * tokenizer, which aren't asked again, because counts are wanted while a user writes.
 */
export async function countTokens(
  engine: EngineEndpoints,
  absent: Set<string>,
  model: Model,
  text: string | JsonObject,
  signal: AbortSignal,
): Promise<number | undefined> {
  const base = engine.baseFor(model);
  if (base === undefined || absent.has(base)) return undefined;
  const counted = typeof text === 'string' ? { prompt: text } : text;
  const reply = await postTokenizer(engine, model, 'tokenize', { model: model.id, ...counted }, signal);
  if (reply.ok && isAbsent(reply.value)) absent.add(base);
  const fields = reply.ok ? answeredFields(reply.value) : undefined;
  const count = readNumber(fields?.['count']);
  return count !== undefined && Number.isInteger(count) && count >= 0 ? count : undefined;
}

/**
 * Returns messages as the text that the model reads, by converting them to tokens and back. Most versions of the engines have these two
 * endpoints, and they generate nothing. If a web server forwards only paths below `v1`, vLLM returns the text with an answer of one
 * token.
 */
export async function templateText(
  engine: EngineEndpoints,
  request: ChatRequest,
  isOpen: boolean,
  signal: AbortSignal,
): Promise<Result<string>> {
  const { model } = request;
  const { body } = buildChat(request);
  const messages = { ...body, add_generation_prompt: isOpen };
  const converted = await convertMessages(engine, model, messages, signal);
  if (!converted.ok) return converted;
  if (typeof converted.value === 'string') return ok(converted.value);
  if (model.engine === 'sglang') return notOffered(converted.value, model);
  const answered = await engine.post(model, 'chat/completions', { ...messages, max_tokens: 1, return_prompt_text: true }, signal);
  if (!answered.ok) return answered;
  const text = answeredFields(answered.value)?.['prompt_text'];
  return typeof text === 'string' ? ok(text) : notOffered(answered.value, model);
}

/** Converts messages to tokens and back. Returns the engine's reply if it doesn't offer that. */
async function convertMessages(
  engine: EngineEndpoints,
  model: Model,
  messages: object,
  signal: AbortSignal,
): Promise<Result<string | EngineReply>> {
  const tokenized = await postTokenizer(engine, model, 'tokenize', messages, signal);
  if (!tokenized.ok) return tokenized;
  const tokens = readArray(answeredFields(tokenized.value)?.['tokens']);
  if (tokens.length === 0) return tokenized;
  const sent = { model: model.id, tokens, skip_special_tokens: false };
  const detokenized = await postTokenizer(engine, model, 'detokenize', sent, signal);
  if (!detokenized.ok) return detokenized;
  const fields = answeredFields(detokenized.value);
  const text = fields?.['prompt'] ?? fields?.['text'];
  return typeof text === 'string' ? ok(text) : detokenized;
}

/** Asks a tokenizer beside `v1`, or below it, where SGLang has it, too. */
async function postTokenizer(
  engine: EngineEndpoints,
  model: Model,
  endpoint: 'tokenize' | 'detokenize',
  body: object,
  signal: AbortSignal,
): Promise<Result<EngineReply>> {
  const reply = await engine.post(model, `/${endpoint}`, body, signal);
  return model.engine !== 'vllm' && reply.ok && isAbsent(reply.value) ? engine.post(model, endpoint, body, signal) : reply;
}

function isAbsent(reply: EngineReply): boolean {
  return reply.kind === 'refused' && [404, 405, 501].includes(reply.status);
}

function answeredFields(reply: EngineReply): ReturnType<typeof readObject> {
  return reply.kind === 'answered' ? readObject(parseJson(reply.text)) : undefined;
}

/** An engine without these endpoints says that they don't exist, or that a field is missing. Other refusals have their own reason. */
function notOffered(reply: EngineReply, model: Model): Result<never> {
  const isMissing = reply.kind === 'answered' || [400, 404, 405, 422, 501].includes(reply.status);
  return isMissing ? fail('template-not-offered', { model: model.id }) : { ok: false, failure: reply.failure };
}
