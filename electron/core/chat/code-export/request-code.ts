import type { CodeLanguage } from '../../../contract/chat-turn.ts';
import { ok, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { curlCode, pythonCode, typescriptCode, type SentRequest } from './code-writers.ts';

const writers: Readonly<Record<CodeLanguage, (request: SentRequest) => string>> = {
  curl: curlCode,
  python: pythonCode,
  typescript: typescriptCode,
};

/** Returns the request behind an answer as code. The key is read from an environment variable. */
export async function requestCode(
  { history }: Pick<ChatDependencies, 'history'>,
  messageId: string,
  language: CodeLanguage,
): Promise<Result<string>> {
  const message = await history.message(messageId);
  if (!message.ok) return message;
  const body = await history.request(messageId);
  if (!body.ok) return body;
  const address = message.value.role === 'assistant' ? message.value.answer.address : undefined;
  if (address === undefined || body.value === null) return fail('request-not-saved');
  const endpoint = 'prompt' in body.value ? 'completions' : 'chat/completions';
  const base = address.slice(0, -endpoint.length);
  // Direct base URLs end in /v1/, the proxy's don't. The message's mode is the last one used.
  return ok(writers[language]({ base, endpoint, hasKey: !base.endsWith('/v1/'), body: body.value }));
}
