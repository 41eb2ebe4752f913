import * as z from 'zod';
import { parseJson } from '../../../contract/json.ts';
import type { ErrorText } from '../dialects/request-error.ts';
import { renderTemplate } from '../engines/chat-template.ts';
import type { DemoModel } from '../engines/demo-model.ts';
import { joinTokens, modelTokensWithSpecial } from '../engines/model-tokens.ts';
import { messageSchema } from '../engines/requests.ts';
import type { DemoContext } from './demo-context.ts';
import { json, type Reply } from './reply.ts';

const tokenizeSchema = z.object({
  model: z.string().nullish(),
  prompt: z.string().nullish(),
  messages: z.array(messageSchema).readonly().nullish(),
  add_generation_prompt: z.boolean().nullish(),
  return_token_strs: z.boolean().nullish(),
});

const detokenizeSchema = z.object({ model: z.string().nullish(), tokens: z.array(z.number().int()) });

/** Answers `/tokenize`. vLLM also takes messages, and so tells its template. SGLang is one of the versions that don't. */
export function tokenizeText(body: string, model: DemoModel, context: DemoContext, refuse: (error: ErrorText) => Reply): Reply {
  const request = tokenizeSchema.safeParse(parseJson(body)).data;
  const text =
    request?.prompt ??
    (model.engine === 'vllm' && request?.messages ? renderTemplate(request.messages, request.add_generation_prompt ?? true) : undefined);
  if (text === undefined) return refuse(missing('prompt'));
  const tokens = modelTokensWithSpecial(text);
  const ids = tokens.map(context.vocabulary.idOf);
  const strings = model.engine === 'vllm' ? { token_strs: request?.return_token_strs ? tokens : null } : {};
  return json(200, { count: ids.length, max_model_len: model.contextLength, tokens: ids, ...strings });
}

/** Answers `/detokenize`. The engines call the text differently. */
export function detokenizeText(body: string, model: DemoModel, context: DemoContext, refuse: (error: ErrorText) => Reply): Reply {
  const request = detokenizeSchema.safeParse(parseJson(body)).data;
  if (!request) return refuse(missing('tokens'));
  const text = joinTokens(request.tokens.map((id) => context.vocabulary.tokenOf(id) ?? ''));
  return json(200, model.engine === 'vllm' ? { prompt: text } : { text });
}

function missing(field: string): ErrorText {
  const message = `[{'type': 'missing', 'loc': ('body', '${field}'), 'msg': 'Field required'}]`;
  return { status: 400, type: 'BadRequestError', message, param: field, name: null };
}
