import type { CodeLanguage } from '../../../contract/chat-turn.ts';
import { ok, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import type { Mode } from '../../../contract/profile.ts';
import type { Addresses } from '../../llm-client/llm-client.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { curlCode, pythonCode, typescriptCode, type SentRequest } from './code-writers.ts';

const writers: Readonly<Record<CodeLanguage, (request: SentRequest) => string>> = {
  curl: curlCode,
  python: pythonCode,
  typescript: typescriptCode,
};

/** Returns the request behind an answer as code. The key is read from an environment variable. */
export async function requestCode(chat: ChatDependencies, messageId: string, language: CodeLanguage): Promise<Result<string>> {
  const { history } = chat;
  const message = await history.message(messageId);
  if (!message.ok) return message;
  const body = await history.request(messageId);
  if (!body.ok) return body;
  if (message.value.role !== 'assistant' || body.value === null || message.value.mode === null) {
    return fail('request-not-saved');
  }
  const { mode, model, answer } = message.value;
  const endpoint = 'prompt' in body.value ? 'completions' : 'chat/completions';
  const base = answer.address === undefined ? await currentBase(chat, mode, model) : ok(answer.address.slice(0, -endpoint.length));
  if (!base.ok) return base;
  // Direct base URLs end in /v1/, the proxy's don't. `mode` is unreliable here, because it is the last one used.
  const hasKey = answer.address === undefined ? mode === 'proxy' : !base.value.endsWith('/v1/');
  return ok(writers[language]({ base: base.value, endpoint, hasKey, body: body.value }));
}

/** Returns the base URL in use today, because old answers do not record theirs. */
async function currentBase(chat: ChatDependencies, mode: Mode, model: string): Promise<Result<string>> {
  const addresses = chat.addresses();
  if (!addresses.ok) return addresses;
  const { origin, proxyBase } = addresses.value;
  if (mode === 'proxy') return ok(`${origin}${proxyBase}`);
  const base = await directBase(chat, addresses.value, model);
  return base.ok ? ok(`${origin}${base.value}`) : base;
}

async function directBase({ reach }: ChatDependencies, addresses: Addresses, model: string): Promise<Result<string>> {
  const reached = await reach();
  if (!reached.ok) return reached;
  const segment = reached.value.models.find(({ id }) => id === model)?.segment ?? null;
  if (segment !== null) return ok(addresses.directBase(segment));
  return fail('engine-path-no-longer-known', { model });
}
