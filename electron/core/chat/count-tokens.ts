import { ok, type Result } from '../../contract/failure.ts';
import type { TokenCount } from '../../contract/tokens.ts';
import { estimateTokens } from '../shared/estimate-tokens.ts';
import type { ChatDependencies } from './chat-dependencies.ts';

/** A count is shown while the user writes, so a slow engine gets no more time than this. */
const limitMs = 3000;

/** Counts the tokens of a text with the engine's tokenizer, or estimates them where there is none. */
export async function countTokens(
  { reach }: ChatDependencies,
  modelId: string,
  text: string,
  signal: AbortSignal,
): Promise<Result<TokenCount>> {
  const reached = await reach();
  if (!reached.ok) return reached;
  const { client, mode, models } = reached.value;
  const model = models.find(({ id }) => id === modelId);
  const limited = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  const counted = model && mode === 'direct' ? await client.countTokens(model, text, limited) : undefined;
  return ok({
    tokens: counted ?? estimateTokens(text.length),
    isExact: counted !== undefined,
    contextLength: model?.contextLength ?? null,
  });
}
