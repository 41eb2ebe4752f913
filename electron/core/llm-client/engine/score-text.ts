import { alignTokens } from '../../../presentation/align-tokens.ts';
import type { Model } from '../../../contract/catalog.ts';
import { ok, type Result } from '../../../contract/failure.ts';
import { fail, stoppedByUser } from '../../../contract/failures/fail.ts';
import { parseJson, readArray, readNumber, readObject } from '../../../contract/json.ts';
import type { Token } from '../../../contract/tokens.ts';
import { limitLogprobs, rejectedLimit, type LogprobsSupport } from '../supported-options.ts';
import { readPromptTokens, readTokens } from '../response/read-tokens.ts';
import type { EngineEndpoints, EngineReply } from './engine-endpoints.ts';

/** A text, and how many alternatives to list per token. */
export interface TextToScore {
  readonly model: Model;
  readonly text: string;
  readonly alternatives: number;
}

type Body = Readonly<Record<string, unknown>>;

/**
 * Scores a text. The engine repeats it with log probabilities (`echo`). vLLM generates nothing besides; others need to generate one
 * token, which is dropped. An engine that refuses to repeat a text may still have `prompt_logprobs`.
 */
export async function scoreText(
  engine: EngineEndpoints,
  support: LogprobsSupport,
  request: TextToScore,
  signal: AbortSignal,
): Promise<Result<readonly Token[]>> {
  const { model, text, alternatives } = request;
  const ask = (body: Body): Promise<Result<EngineReply>> => askWithinLimit(engine, support, model, body, signal);
  const common = { model: model.id, prompt: text, temperature: 0 };

  // SGLang fails if it is asked for none.
  const logprobs = model.engine === 'vllm' ? alternatives : Math.max(alternatives, 1);
  const echo = (maxTokens: number): Promise<Result<EngineReply>> => ask({ ...common, echo: true, logprobs, max_tokens: maxTokens });
  let echoed = await echo(model.engine === 'vllm' ? 0 : 1);
  if (echoed.ok && isRefusedField(echoed.value, 'max_tokens')) echoed = await echo(1);
  if (signal.aborted) return stoppedByUser;
  if (!echoed.ok) return echoed;
  if (echoed.value.kind === 'answered') {
    const tokens = readEcho(echoed.value.text, text);
    if (tokens !== undefined) return ok(alternatives === 0 ? tokens.map(withoutAlternatives) : tokens);
  } else if (!isRefusedField(echoed.value, 'echo') && !isRefusedField(echoed.value, 'logprobs')) {
    return { ok: false, failure: echoed.value.failure };
  }

  if (model.engine === 'sglang') return fail('scoring-not-offered', { model: model.id });
  const scored = await ask({ ...common, prompt_logprobs: alternatives, max_tokens: 1 });
  if (signal.aborted) return stoppedByUser;
  if (!scored.ok) return scored;
  if (scored.value.kind === 'refused' && !isRefusedField(scored.value, 'prompt_logprobs'))
    return { ok: false, failure: scored.value.failure };
  const tokens = scored.value.kind === 'answered' ? readPromptTokens(scored.value.text) : [];
  return tokens.length > 0 ? ok(withFirstText(tokens, text)) : fail('scoring-not-offered', { model: model.id });
}

async function askWithinLimit(
  engine: EngineEndpoints,
  support: LogprobsSupport,
  model: Model,
  body: Body,
  signal: AbortSignal,
): Promise<Result<EngineReply>> {
  const base = engine.baseFor(model) ?? '';
  const sent = limitLogprobs(body, support.limitFor(base)) ?? body;
  const reply = await engine.post(model, 'completions', sent, signal);
  const limit = reply.ok && reply.value.kind === 'refused' ? rejectedLimit(reply.value.failure) : undefined;
  const lower = limitLogprobs(sent, limit);
  if (limit === undefined || lower === undefined) return reply;
  support.learn(base, limit);
  return engine.post(model, 'completions', lower, signal);
}

/** Reads the tokens of the repeated text. Returns undefined if there are none, because the engine ignored the request for them. */
function readEcho(body: string, text: string): readonly Token[] | undefined {
  const fields = readObject(parseJson(body));
  const choice = readObject(readArray(fields?.['choices'])[0]);
  const tokens = readTokens(choice?.['logprobs'], 'prompt');
  if (tokens.length === 0) return undefined;
  const usage = readObject(fields?.['usage']);
  const prompt = readNumber(usage?.['prompt_tokens']);
  if (prompt !== undefined && prompt > 0 && prompt <= tokens.length) return tokens.slice(0, prompt);
  const ranges = alignTokens(tokens, text);
  const end = ranges.findLastIndex((range) => range !== null) + 1;
  return end === 0 ? undefined : tokens.slice(0, end);
}

/** Adds the text of the first token, which `prompt_logprobs` omits. It is the text before the second token. */
function withFirstText([first, ...others]: readonly Token[], text: string): readonly Token[] {
  if (!first) return others;
  const [range] = alignTokens([first, ...others], text);
  return [{ ...first, text: text.slice(0, range?.end ?? 0) }, ...others];
}

function withoutAlternatives({ text, logprob, kind }: Token): Token {
  return { text, logprob, alternatives: logprob === null ? [] : [{ text, logprob }], kind };
}

/** Returns whether an engine refused a field of the request, not the request as a whole. */
function isRefusedField(reply: EngineReply, field: string): boolean {
  if (reply.kind === 'answered' || (reply.status !== 400 && reply.status !== 422 && reply.status !== 501)) return false;
  return reply.body.param === field || new RegExp(`\\b${field}\\b`, 'i').test(reply.body.message);
}
