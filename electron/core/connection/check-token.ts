import { plainCapabilities, type Model } from '../../contract/catalog.ts';
import { failed, ok, type FailureCode, type Result } from '../../contract/failure.ts';
import type { Service } from '../../contract/profile.ts';
import { modelsOf, type LlmClient } from '../llm-client/llm-client.ts';

/** These are about the token; anything else says nothing against it. */
const tokenCodes: ReadonlySet<FailureCode> = new Set(['token-missing', 'token-refused', 'token-forbidden']);
const limitMs = 60_000;

/**
 * Whether the proxy takes a token, by real requests: its list of models, which costs nothing but may be absent or open to
 * all, and then one token of an answer. `client` sends the token in question.
 */
export async function checkToken(client: LlmClient, { catalog }: Service, signal: AbortSignal): Promise<Result<undefined>> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  const { models, outcomes } = await client.refreshCatalog(catalog, modelsOf(catalog), { modes: ['proxy'], signal: limit });
  const list = outcomes[0]?.result;
  if (list?.kind === 'failed') return { ok: false, failure: list.failure };
  const model = models.find(isServed) ?? models[0] ?? anyModel;
  const request = { model, messages: [{ role: 'user', text: 'Hello' }], parameters: { maxTokens: 1 } } as const;
  const { failure } = await client.chat(request, { mode: 'proxy', signal: limit, isStreamed: false }, () => undefined);
  if (!failure) return ok(undefined);
  if (tokenCodes.has(failure.code) || failure.code === 'cancelled') return { ok: false, failure };
  // An engine that is busy or broken does not make a token wrong that the list was given for.
  if (list?.kind === 'listed' || failure.code === 'unknown-model') return ok(undefined);
  return failed(failure.code, `The token could not be checked. ${failure.message}`, `${failure.remedy} Or keep the token unchecked.`);
}

function isServed({ capabilities, presence }: Model): boolean {
  return capabilities.chat && presence.proxy === 'listed';
}

/** For a profile that knows no model: the proxy looks at the token before it looks at the model. */
const anyModel: Model = {
  id: 'unknown',
  segment: null,
  engine: 'unknown',
  capabilities: plainCapabilities,
  contextLength: null,
  origin: 'discovered',
  presence: { proxy: 'unchecked', direct: 'unchecked' },
};
