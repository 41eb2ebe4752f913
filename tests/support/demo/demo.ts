import { setTimeout } from 'node:timers/promises';
import { demoProfile } from '../../../electron/contract/demo-profile.ts';
import type { Profile } from '../../../electron/contract/profile.ts';
import type { Authority, Credential } from '../../../electron/core/demo/certificates/authority.ts';
import {
  startDemo as startShippedDemo,
  type Demo as ShippedDemo,
  type DemoOptions as ShippedOptions,
} from '../../../electron/core/demo/demo.ts';
import { withReasoningStyle, type ReasoningStyle } from '../../../electron/core/demo/dialects/dialect.ts';
import { proxyPreamble } from '../../../electron/core/demo/dialects/proxy.ts';
import type { DemoModel } from '../../../electron/core/demo/engines/demo-model.ts';
import type { Exchange, Handling } from '../../../electron/core/demo/http/exchange.ts';
import { json, page, type Reply } from '../../../electron/core/demo/http/reply.ts';
import { newKeyPair } from '../../../electron/core/demo/instance/key-pair.ts';
import { createActiveFaults, type ActiveFaults } from './active-faults.ts';
import { faultTarget, parseFault, type Fault } from './fault.ts';
import { mergeDeltas, withGenerationFaults, withImpossibleTokens } from './generation-faults.ts';
import { findRefusal, replaceByFault } from './reply-faults.ts';
import { createRequestLog, describeExchange, type RequestRecord } from './request-log.ts';
import { findStrictProblem } from './strict-requests.ts';
import { createModelRegistry, createTokenStore } from './service-state.ts';
import { streamBehaviour, withStreamFaults } from './stream-faults.ts';

export type { DemoModel, Fault, RequestRecord };

/** Behaviour of the service that can be changed at run time. */
interface ServiceBehaviour {
  readonly reasoning: { readonly proxy: ReasoningStyle; readonly direct: ReasoningStyle };
  /** Optional, because the real proxy's model list isn't documented. */
  readonly proxyHasModels: boolean;
  /** Whether the proxy sends events without choices before the first chunk. */
  readonly proxySendsExtras: boolean;
  /** Whether this machine counts as inside the permitted network. */
  readonly isInsideNetwork: boolean;
  /** Where the engines offer tokenizer and template: everywhere, only below `v1` because of a web server in front, or nowhere. */
  readonly tokenizer: 'everywhere' | 'below-v1' | 'nowhere';
  /** Number of tokens in one chunk. More than one with speculative decoding. */
  readonly tokensPerChunk: number;
}

const defaultBehaviour: ServiceBehaviour = {
  reasoning: { proxy: 'inline', direct: 'field' },
  proxyHasModels: true,
  proxySendsExtras: true,
  isInsideNetwork: false,
  tokenizer: 'everywhere',
  tokensPerChunk: 1,
};

/** Options of the demo for tests. All have defaults. */
export interface DemoOptions extends Omit<ShippedOptions, 'hooks'> {
  /** Answers in progress at the same time; more are refused. Defaults to no limit. */
  readonly capacity?: number;
  /** Faults active from the start, also in command-line form. */
  readonly faults?: readonly (Fault | string)[];
}

/** A running demo that tests can change. */
export interface Demo extends ShippedDemo {
  /** A profile with its address and its instance. */
  readonly profile: () => Profile;
  readonly createToken: () => string;
  readonly revokeToken: (token: string) => void;
  /** Enables or disables API keys as a whole. */
  readonly allowTokens: (isAllowed: boolean) => void;
  readonly addModel: (model: DemoModel) => void;
  readonly removeModel: (id: string) => void;
  readonly setBehaviour: (behaviour: Partial<ServiceBehaviour>) => void;
  /** Activates a fault. Returns a function that removes it, which also continues the answers that it stalls. */
  readonly fault: (fault: Fault | string) => () => void;
  readonly clearFaults: () => void;
  /** Returns the last requests, newest last. */
  readonly requests: () => readonly RequestRecord[];
  readonly onRequest: (listener: (record: RequestRecord) => void) => () => void;
  /** Returns the number of answers cancelled by their client. */
  readonly aborts: () => number;
}

/** Starts the demo with a log of its requests, and with faults and behaviour that tests can change. */
export async function startDemo({ capacity = Infinity, faults: initialFaults = [], ...options }: DemoOptions = {}): Promise<Demo> {
  const faults = createActiveFaults();
  const models = createModelRegistry();
  const tokens = createTokenStore();
  const log = createRequestLog();
  const inProgress = new Set<Exchange>();
  let behaviour = defaultBehaviour;
  for (const fault of initialFaults) faults.add(parseFault(fault));

  const intercept = (exchange: Exchange): Partial<Handling> => {
    const { request, route, isFromInstance } = exchange;
    const target = faultTarget(route);
    const tokenState = tokens.check(request.headers.authorization);
    const update = log.open(describeExchange(exchange, tokenState));
    const { isInsideNetwork, proxySendsExtras, tokensPerChunk } = behaviour;
    const style = behaviour.reasoning[route.mode === 'proxy' ? 'proxy' : 'direct'];
    const isInside = isFromInstance || isInsideNetwork;
    const isAnswer = route.mode !== 'none' && route.endpoint !== 'models';
    return {
      models: withContext(models.served(faults.take('model-gone', target)?.model), faults.take('short-context', target)?.tokens),
      isInside,
      tokenState,
      reasoning: style,
      preamble: route.mode === 'proxy' && proxySendsExtras ? proxyPreamble : [],
      replace: async (signal) => {
        const slow = faults.take('slow-first-byte', target);
        if (slow) await setTimeout(slow.ms, undefined, { signal });
        if (isAnswer && inProgress.size >= capacity) return json(429, { detail: 'Too many requests' });
        if (isAnswer) inProgress.add(exchange);
        return replaceByFault(route, faults) ?? replaceByBehaviour(exchange, isInside, behaviour);
      },
      findProblem: (body) => findRefusal(body, target, faults) ?? findStrictProblem(exchange.body, target, faults),
      shape: (generation, isStream) =>
        mergeDeltas(withReasoningStyle(withGenerationFaults(generation, faults, target, isStream), style), tokensPerChunk),
      scored: (generation) =>
        generation.scored.flat().length > 0 && faults.take('impossible-token', target) ? withImpossibleTokens(generation) : generation,
      choose: (whole, stream) => {
        if (!stream || faults.take('plain-json', target)) return behaviour.tokenizer === 'nowhere' ? withoutPromptText(whole) : whole;
        const cut = (): void => update({ outcome: 'cut' });
        return { ...stream, frames: withStreamFaults(stream.frames, faults, target, streamBehaviour(route, cut)) };
      },
      onProgress: (progress) => {
        if (progress.outcome !== undefined) inProgress.delete(exchange);
        update(progress);
      },
    };
  };
  const demo = await startShippedDemo({
    ...options,
    hooks: {
      intercept,
      nextCredential: presentCertificates(faults),
      nextHostKey: () => (faults.take('changed-host-key') ? newKeyPair().private : undefined),
      allowsForwarding: () => faults.take('refuse-forwarding') === undefined,
    },
  });
  tokens.add(demo.token);
  const { service, instance } = demoProfile;
  const { inferenceName = service.inferenceServer } = options;
  return {
    ...demo,
    profile: () => ({
      ...demoProfile,
      service: { ...service, baseUrl: demo.baseUrl, inferenceServer: inferenceName },
      instance: { ...instance, port: demo.instance.port },
    }),
    createToken: tokens.create,
    revokeToken: tokens.revoke,
    allowTokens: tokens.allow,
    addModel: models.add,
    removeModel: models.remove,
    setBehaviour: (changed) => void (behaviour = { ...behaviour, ...changed }),
    fault: (fault) => faults.add(parseFault(fault)),
    clearFaults: faults.clear,
    requests: log.list,
    onRequest: log.listen,
    aborts: log.aborts,
  };
}

function replaceByBehaviour({ route }: Exchange, isInside: boolean, { proxyHasModels, tokenizer }: ServiceBehaviour): Reply | undefined {
  if (route.mode === 'none') return undefined;
  if (route.mode === 'proxy') return route.endpoint === 'models' && !proxyHasModels ? page(404, '404 Not Found') : undefined;
  const isTokenizer = route.endpoint === 'tokenize' || route.endpoint === 'detokenize';
  const isThere = route.isBesideV1 === true ? tokenizer === 'everywhere' : tokenizer !== 'nowhere';
  return isTokenizer && isInside && !isThere ? json(404, { detail: 'Not Found' }) : undefined;
}

function withContext(models: readonly DemoModel[], contextLength: number | undefined): readonly DemoModel[] {
  return contextLength === undefined ? models : models.map((model) => ({ ...model, contextLength }));
}

/** vLLM also returns the text that the model read, unless it doesn't tell its template. */
function withoutPromptText(reply: Reply): Reply {
  if (reply.kind !== 'answer') return reply;
  return { ...reply, body: (timing) => ({ ...reply.body(timing), prompt_text: undefined }) };
}

/** Presents the certificate of a fault to one connection, and the usual one to the next. */
function presentCertificates(faults: ActiveFaults): (authority: Authority) => Credential | undefined {
  let isGood = true;
  return (authority) => {
    const wasGood = isGood;
    const isExpired = faults.take('expired-certificate') !== undefined;
    const isWrongName = !isExpired && faults.take('wrong-name-certificate') !== undefined;
    isGood = !isExpired && !isWrongName;
    if (isExpired) return authority.issue({ notAfter: Date.now() - 24 * 60 * 60 * 1000 });
    if (isWrongName) return authority.issue({ name: 'elsewhere.invalid' });
    return wasGood ? undefined : authority.issue();
  };
}
