import type { CodeLanguage } from '../../../contract/exchange.ts';
import { failed, ok, type Result } from '../../../contract/failure.ts';
import type { Addresses } from '../../service/service.ts';
import type { ChatSetting } from '../setting.ts';
import { curlCode } from './curl.ts';
import { pythonCode } from './python.ts';
import type { SentRequest } from './sent-request.ts';
import { typescriptCode } from './typescript.ts';

const writers: Readonly<Record<CodeLanguage, (request: SentRequest) => string>> = {
  curl: curlCode,
  python: pythonCode,
  typescript: typescriptCode,
};

/** The request behind an answer, as code; the key is a variable of the environment. */
export async function requestCode(setting: ChatSetting, messageId: string, language: CodeLanguage): Promise<Result<string>> {
  const { history } = setting;
  const message = await history.message(messageId);
  if (!message.ok) return message;
  const body = await history.request(messageId);
  if (!body.ok) return body;
  if (message.value.role !== 'assistant' || body.value === null || message.value.mode === null) {
    return failed(
      'invalid-input',
      'The request behind this message is not known here.',
      'Choose an answer that is complete and was made here.',
    );
  }
  const { mode, model } = message.value;
  const addresses = setting.addresses();
  if (!addresses.ok) return addresses;
  const base = mode === 'proxy' ? ok(addresses.value.proxyBase) : await directBase(setting, addresses.value, model);
  if (!base.ok) return base;
  const endpoint = 'prompt' in body.value ? 'completions' : 'chat/completions';
  return ok(writers[language]({ base: `${addresses.value.origin}${base.value}`, endpoint, hasKey: mode === 'proxy', body: body.value }));
}

async function directBase({ reach }: ChatSetting, addresses: Addresses, model: string): Promise<Result<string>> {
  const reached = await reach();
  if (!reached.ok) return reached;
  const segment = reached.value.models.find(({ id }) => id === model)?.segment ?? null;
  if (segment !== null) return ok(addresses.directBase(segment));
  return failed('unknown-model', `Where ${model} is served directly is not known any more.`, 'Add its segment to the catalog.');
}
