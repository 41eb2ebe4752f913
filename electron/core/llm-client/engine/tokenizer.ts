import type { Model } from '../../../contract/catalog.ts';
import { ok, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import { parseJson, readArray, readNumber, readObject } from '../../../contract/json.ts';
import { buildChat, type ChatRequest } from '../requests/requests.ts';
import type { EngineEndpoints, EngineReply } from './engine-endpoints.ts';

/**
 * Counts the tokens of a text. Returns undefined if the engine doesn't offer that, or can't be asked. `absent` has the engines without a
 * tokenizer, which aren't asked again, because counts are wanted while a user writes.
 */
export async function countTokens(
  engine: EngineEndpoints,
  absent: Set<string>,
  model: Model,
  text: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const base = engine.baseFor(model);
  if (base === undefined || absent.has(base)) return undefined;
  const reply = await engine.post(model, '/tokenize', { model: model.id, prompt: text }, signal);
  if (reply.ok && reply.value.kind === 'refused' && [404, 405, 501].includes(reply.value.status)) absent.add(base);
  const fields = reply.ok ? answeredFields(reply.value) : undefined;
  const count = readNumber(fields?.['count']);
  return count !== undefined && Number.isInteger(count) && count >= 0 ? count : undefined;
}

/**
 * Returns messages as the text that the model reads, by converting them to tokens and back. Of all endpoints that tell the template,
 * these two are the ones that most versions of the engines have, and nothing is generated.
 */
export async function templateText(
  engine: EngineEndpoints,
  request: ChatRequest,
  isOpen: boolean,
  signal: AbortSignal,
): Promise<Result<string>> {
  const { model } = request;
  const { body } = buildChat(request);
  const sent = { model: model.id, messages: body['messages'], ...('tools' in body ? { tools: body['tools'] } : {}) };
  const tokenized = await engine.post(model, '/tokenize', { ...sent, add_generation_prompt: isOpen }, signal);
  if (!tokenized.ok) return tokenized;
  const tokens = readArray(answeredFields(tokenized.value)?.['tokens']);
  if (tokens.length === 0) return notOffered(tokenized.value, model);
  const detokenized = await engine.post(model, '/detokenize', { model: model.id, tokens, skip_special_tokens: false }, signal);
  if (!detokenized.ok) return detokenized;
  const fields = answeredFields(detokenized.value);
  const text = fields?.['prompt'] ?? fields?.['text'];
  return typeof text === 'string' ? ok(text) : notOffered(detokenized.value, model);
}

function answeredFields(reply: EngineReply): ReturnType<typeof readObject> {
  return reply.kind === 'answered' ? readObject(parseJson(reply.text)) : undefined;
}

/** An engine without these endpoints says that they don't exist, or that a field is missing. Other refusals have their own reason. */
function notOffered(reply: EngineReply, model: Model): Result<never> {
  const isMissing = reply.kind === 'answered' || [400, 404, 405, 422, 501].includes(reply.status);
  return isMissing ? fail('template-not-offered', { model: model.id }) : { ok: false, failure: reply.failure };
}
