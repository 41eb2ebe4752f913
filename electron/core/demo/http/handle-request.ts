import { vllm } from '../dialects/vllm.ts';
import { sglang } from '../dialects/sglang.ts';
import { errorTextFor, type ErrorText, type RequestError } from '../dialects/request-error.ts';
import { proxyModels, proxyRefusal, tokenRefusal } from '../dialects/proxy.ts';
import { engineAt, type DemoModel } from '../engines/demo-model.ts';
import { completeText, completeChat } from './completions.ts';
import { json, page, type Reply } from './reply.ts';
import { methodFor, type Route, type DemoContext, type Exchange, type Handling } from './exchange.ts';
import * as z from 'zod';
import { parseJson } from '../../../contract/json.ts';
import { renderTemplate, messageSchema } from '../engines/requests.ts';
import { joinTokens, modelTokensWithSpecial } from '../engines/model-tokens.ts';

type DirectRoute = Extract<Route, { mode: 'direct' }>;

/** Returns the service's reply to a request. */
export function handleRequest(exchange: Exchange, handling: Handling, context: DemoContext): Reply {
  const { request, route } = exchange;
  switch (route.mode) {
    case 'none':
      return request.url === '/' ? frontPage : page(404, '404 Not Found');
    case 'proxy':
      return answerProxy(route, exchange, handling, context);
    case 'direct':
      return answerDirect(route, exchange, handling, context);
  }
}

function answerProxy(
  route: Extract<Route, { mode: 'proxy' }>,
  { request, body }: Exchange,
  handling: Handling,
  context: DemoContext,
): Reply {
  const { models, tokenState } = handling;
  if (tokenState !== 'good') {
    const { status, body: detail } = tokenRefusal(tokenState);
    return json(status, detail, status === 401 ? { 'www-authenticate': 'Bearer' } : {});
  }
  if (route.endpoint !== 'models' && route.endpoint !== 'chat') return json(404, { detail: 'Not Found' });
  if (request.method !== methodFor(route.endpoint)) return wrongMethod(route);
  if (route.endpoint === 'models') return json(200, proxyModels(models, context.startedAt));
  const refuse = (problem: RequestError): Reply => {
    const refusal = proxyRefusal(problem);
    return json(refusal.status, refusal.body);
  };
  return completeChat(body, { ...handling, refuse }, context);
}

function answerDirect(route: DirectRoute, { request, body }: Exchange, handling: Handling, context: DemoContext): Reply {
  if (!handling.isInside) return json(401, { error: 'Unauthorized' });
  const engine = engineAt(route.segment);
  const dialect = engine === 'vllm' ? vllm : sglang;
  if (route.endpoint === 'other') return json(404, { detail: 'Not Found' });
  if (request.method !== methodFor(route.endpoint)) return wrongMethod(route);
  const models = handling.models.filter((model) => model.segment === route.segment);
  if (route.endpoint === 'models') return json(200, dialect.models(models, context.startedAt));
  if (route.endpoint === 'tokenize' || route.endpoint === 'detokenize') {
    // Only SGLang has its tokenizer below `v1`, too.
    const isThere = route.isBesideV1 === true || engine === 'sglang';
    return isThere ? answerTokenizer(route, body, models, context) : json(404, { detail: 'Not Found' });
  }
  const refuse = (problem: RequestError): Reply => {
    const text = errorTextFor(problem);
    return json(text.status, dialect.error(text));
  };
  const access = { ...handling, models, refuse };
  return route.endpoint === 'chat' ? completeChat(body, access, context) : completeText(body, access, context);
}

/** Answers a request to the tokenizer of the model at a segment. */
function answerTokenizer(route: DirectRoute, body: string, [model]: readonly DemoModel[], context: DemoContext): Reply {
  if (!model) return json(404, { detail: 'Not Found' });
  const dialect = model.engine === 'vllm' ? vllm : sglang;
  const refuse = (error: ErrorText): Reply => json(error.status, dialect.error(error));
  return route.endpoint === 'tokenize' ? tokenizeText(body, model, context, refuse) : detokenizeText(body, model, context, refuse);
}

function wrongMethod(route: Extract<Route, { mode: 'proxy' | 'direct' }>): Reply {
  return json(405, { detail: 'Method Not Allowed' }, { allow: methodFor(route.endpoint) });
}

const frontPage: Reply = {
  kind: 'text',
  status: 200,
  type: 'text/html',
  text: '<!doctype html><html lang="en"><head><title>Causeway demo</title></head><body><h1>Causeway demo</h1><p>This is a demo of the service, made by Causeway on this machine. No language model is running.</p></body></html>',
};

const tokenizeSchema = z.object({
  model: z.string().nullish(),
  prompt: z.string().nullish(),
  messages: z.array(messageSchema).readonly().nullish(),
  add_generation_prompt: z.boolean().nullish(),
  return_token_strs: z.boolean().nullish(),
});

const detokenizeSchema = z.object({ model: z.string().nullish(), tokens: z.array(z.number().int()) });

/** Answers `/tokenize`. vLLM also takes messages, and so tells its template. SGLang is one of the versions that don't. */
function tokenizeText(body: string, model: DemoModel, context: DemoContext, refuse: (error: ErrorText) => Reply): Reply {
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
function detokenizeText(body: string, model: DemoModel, context: DemoContext, refuse: (error: ErrorText) => Reply): Reply {
  const request = detokenizeSchema.safeParse(parseJson(body)).data;
  if (!request) return refuse(missing('tokens'));
  const text = joinTokens(request.tokens.map((id) => context.vocabulary.tokenOf(id) ?? ''));
  return json(200, model.engine === 'vllm' ? { prompt: text } : { text });
}

function missing(field: string): ErrorText {
  const message = `[{'type': 'missing', 'loc': ('body', '${field}'), 'msg': 'Field required'}]`;
  return { status: 400, type: 'BadRequestError', message, param: field, name: null };
}
