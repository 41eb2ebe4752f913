import { vllm } from '../dialects/vllm.ts';
import { sglang } from '../dialects/sglang.ts';
import { errorTextFor, type ErrorText, type RequestError } from '../dialects/request-error.ts';
import { proxyModels, proxyPreamble, proxyRefusal, tokenRefusal } from '../dialects/proxy.ts';
import type { DemoModel } from '../engines/demo-model.ts';
import type { FaultTarget } from '../faults/fault.ts';
import type { ActiveFaults } from '../faults/active-faults.ts';
import { completeText, completeChat } from './completions.ts';
import { json, page, type Reply } from './reply.ts';
import { methodFor, type Route } from './route.ts';
import { detokenizeText, tokenizeText } from './tokenizer.ts';
import type { IncomingRequest, DemoContext } from './demo-context.ts';

type DirectRoute = Extract<Route, { mode: 'direct' }>;

/** Returns the service's reply to a request. */
export function handleRequest(route: Route, incoming: IncomingRequest, context: DemoContext): Reply {
  if (route.mode === 'none') return incoming.target === '/' ? frontPage : page(404, '404 Not Found');
  const engine = route.mode === 'direct' ? context.models.engineAt(route.segment) : 'vllm';
  const faulty = faultyReply(context.faults, faultTarget(route), engine);
  if (faulty) return faulty;
  return route.mode === 'proxy' ? answerProxy(route, incoming, context) : answerDirect(route, incoming, context);
}

/** Returns what faults are matched against. */
export function faultTarget(route: Route): FaultTarget {
  if (route.mode === 'none') return {};
  return route.mode === 'proxy'
    ? { mode: 'proxy', endpoint: route.endpoint }
    : { mode: 'direct', segment: route.segment, endpoint: route.endpoint };
}

function answerProxy(route: Extract<Route, { mode: 'proxy' }>, incoming: IncomingRequest, context: DemoContext): Reply {
  const refuse = (problem: RequestError): Reply => {
    const { status, body } = proxyRefusal(problem);
    return json(status, body);
  };
  const behaviour = context.behaviour();
  if (route.endpoint === 'models' && !behaviour.proxyHasModels) return page(404, '404 Not Found');
  const tokenState = context.tokens.check(incoming.authorization);
  if (tokenState !== 'good') {
    const { status, body } = tokenRefusal(tokenState);
    return json(status, body, status === 401 ? { 'www-authenticate': 'Bearer' } : {});
  }
  if (route.endpoint !== 'models' && route.endpoint !== 'chat') return json(404, { detail: 'Not Found' });
  if (incoming.method !== methodFor(route.endpoint)) return wrongMethod(route);
  const models = servedModels(context, faultTarget(route));
  if (route.endpoint === 'models') return json(200, proxyModels(models, context.startedAt));
  const streamError = { error: { detail: errorTextFor({ kind: 'broken' }).message } };
  const access = {
    target: faultTarget(route),
    models,
    reasoning: behaviour.reasoning.proxy,
    preamble: behaviour.proxySendsExtras ? proxyPreamble : [],
    refuse,
    streamError,
  };
  return completeChat(incoming.body, access, context);
}

function answerDirect(route: DirectRoute, incoming: IncomingRequest, context: DemoContext): Reply {
  if (!incoming.isFromInstance && !context.behaviour().isInsideNetwork) return json(401, { error: 'Unauthorized' });
  const dialect = context.models.engineAt(route.segment) === 'vllm' ? vllm : sglang;
  if (route.endpoint === 'other') return json(404, { detail: 'Not Found' });
  if (incoming.method !== methodFor(route.endpoint)) return wrongMethod(route);
  const models = servedModels(context, faultTarget(route)).filter((model) => model.segment === route.segment);
  if (route.endpoint === 'models') return json(200, dialect.models(models, context.startedAt));
  if (route.endpoint === 'tokenize' || route.endpoint === 'detokenize') {
    return hasTokenizerAt(route, context) ? answerTokenizer(route, incoming, models, context) : json(404, { detail: 'Not Found' });
  }
  const refuse = (problem: RequestError): Reply => {
    const text = errorTextFor(problem);
    return json(text.status, dialect.error(text));
  };
  const access = {
    target: faultTarget(route),
    models,
    reasoning: context.behaviour().reasoning.direct,
    preamble: [],
    refuse,
    streamError: undefined,
  };
  return route.endpoint === 'chat' ? completeChat(incoming.body, access, context) : completeText(incoming.body, access, context);
}

/** Only SGLang has its tokenizer below `v1`, too. */
function hasTokenizerAt({ segment, isBesideV1 = false }: DirectRoute, context: DemoContext): boolean {
  const { tokenizer } = context.behaviour();
  return isBesideV1 ? tokenizer === 'everywhere' : tokenizer !== 'nowhere' && context.models.engineAt(segment) === 'sglang';
}

/** Answers a request to the tokenizer of the model at a segment. */
function answerTokenizer(route: DirectRoute, { body }: IncomingRequest, [model]: readonly DemoModel[], context: DemoContext): Reply {
  if (!model) return json(404, { detail: 'Not Found' });
  const dialect = model.engine === 'vllm' ? vllm : sglang;
  const refuse = (error: ErrorText): Reply => json(error.status, dialect.error(error));
  return route.endpoint === 'tokenize' ? tokenizeText(body, model, context, refuse) : detokenizeText(body, model, context, refuse);
}

function servedModels(context: DemoContext, target: FaultTarget): readonly DemoModel[] {
  const gone = context.faults.take('model-gone', target);
  return context.models.all().filter((model) => model.id !== gone?.model);
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

/** Returns the reply of a matching fault that replaces the answer. */
function faultyReply(faults: ActiveFaults, target: FaultTarget, engine: 'vllm' | 'sglang'): Reply | undefined {
  const redirect = faults.take('redirect', target);
  if (redirect) return page(307, '307 Temporary Redirect', { location: redirect.to });
  if (faults.take('html', target))
    return {
      kind: 'text',
      status: 200,
      type: 'text/html',
      text: '<!doctype html><html><head><title>Sign in</title></head><body>Sign in</body></html>',
    };
  const fault = faults.take('status', target);
  return fault && statusReply(fault.status, fault.retryAfter, target.mode ?? 'direct', engine);
}

function statusReply(status: number, retryAfter: number, mode: 'proxy' | 'direct', engine: 'vllm' | 'sglang'): Reply {
  const headers = status === 429 || status === 503 ? { 'retry-after': String(retryAfter) } : {};
  const dialect = engine === 'vllm' ? vllm : sglang;
  switch (status) {
    case 401:
      return json(401, mode === 'proxy' ? { detail: 'Invalid token' } : { error: 'Unauthorized' });
    case 403:
      return mode === 'proxy' ? json(403, { detail: 'Use of API key is not enabled in the environment.' }) : page(403, '403 Forbidden');
    case 429:
      return mode === 'proxy'
        ? json(429, { detail: 'Rate limit exceeded' }, headers)
        : json(429, dialect.error(errorTextFor({ kind: 'busy' })), headers);
    case 500:
      return mode === 'proxy'
        ? { kind: 'text', status: 500, type: 'text/plain', text: 'Internal Server Error' }
        : json(500, dialect.error(errorTextFor({ kind: 'broken' })));
    case 502:
      return page(502, '502 Bad Gateway');
    case 503:
      return page(503, '503 Service Temporarily Unavailable', headers);
    default:
      return page(status, `${status} Demo fault`);
  }
}
