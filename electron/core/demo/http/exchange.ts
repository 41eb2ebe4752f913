import type { IncomingMessage, ServerResponse } from 'node:http';
import { proxyPreamble, type TokenProblem } from '../dialects/proxy.ts';
import { withReasoningStyle, type ReasoningStyle } from '../dialects/dialect.ts';
import type { RequestError } from '../dialects/request-error.ts';
import type { RandomSource } from '../engines/chat-engine.ts';
import { serviceModels, type DemoModel } from '../engines/demo-model.ts';
import type { Generation } from '../engines/generation.ts';
import type { LanguageModel } from '../engines/language-model.ts';
import type { Vocabulary } from '../engines/model-tokens.ts';
import type { ScoredGeneration } from '../engines/score-generation.ts';
import type { Reply } from './reply.ts';

/** The endpoint of a request. */
export type Endpoint = 'chat' | 'completion' | 'models' | 'tokenize' | 'detokenize' | 'other';

/** The route of a request. */
export type Route =
  | { readonly mode: 'proxy'; readonly endpoint: Endpoint }
  | { readonly mode: 'direct'; readonly segment: string; readonly endpoint: Endpoint; readonly isBesideV1?: boolean }
  | { readonly mode: 'none' };

/** Parses a request target. Nothing is normalised, so that a client's malformed paths are noticed. */
export function parseRoute(target: string, segments: readonly string[]): Route {
  const [path = ''] = target.split('?');
  if (path.startsWith('/api/')) return { mode: 'proxy', endpoint: parseEndpoint(path.slice('/api/'.length)) };
  const [, own = '', tool] = /^\/([^/]+)\/((?:de)?tokenize)$/.exec(path) ?? [];
  if (segments.includes(own))
    return { mode: 'direct', segment: own, endpoint: tool === 'tokenize' ? 'tokenize' : 'detokenize', isBesideV1: true };
  const [, segment = '', rest = ''] = /^\/([^/]+)\/v1\/(.*)$/.exec(path) ?? [];
  return segments.includes(segment) ? { mode: 'direct', segment, endpoint: parseEndpoint(rest) } : { mode: 'none' };
}

/** Returns the method of an endpoint. */
export function methodFor(endpoint: Endpoint): 'GET' | 'POST' {
  return endpoint === 'models' ? 'GET' : 'POST';
}

function parseEndpoint(rest: string): Endpoint {
  switch (rest) {
    case 'chat/completions':
      return 'chat';
    case 'completions':
      return 'completion';
    case 'models':
    case 'tokenize':
    case 'detokenize':
      return rest;
    default:
      return 'other';
  }
}

/** What the responses to all requests depend on. */
export interface DemoContext {
  /** The proxy's API token. */
  readonly token: string;
  readonly languageModel: LanguageModel;
  readonly vocabulary: Vocabulary;
  readonly random: RandomSource;
  /** Start time of the engines, in seconds. */
  readonly startedAt: number;
  readonly now: () => number;
}

/** A request with its complete body. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: Route;
  readonly body: string;
  /** Whether the connection came from the demo's own instance. */
  readonly isFromInstance: boolean;
}

/** How far a response is. */
export interface Progress {
  readonly status?: number;
  readonly outcome?: 'answered' | 'aborted';
  /** Tokens generated so far. */
  readonly tokens?: number;
}

/** How the demo handles one exchange. Tests replace parts of it, to simulate other services and failures. */
export interface Handling {
  readonly models: readonly DemoModel[];
  /** Whether the caller counts as inside the permitted network. */
  readonly isInside: boolean;
  readonly tokenState: TokenProblem | 'good';
  readonly reasoning: ReasoningStyle;
  /** Events without choices before the first chunk, which some clients can't parse. */
  readonly preamble: readonly object[];
  /** Returns a reply to send instead of the service's. */
  readonly replace: (signal: AbortSignal) => Promise<Reply | undefined>;
  /** Returns why a request with valid fields is refused. */
  readonly findProblem: (request: object) => RequestError | undefined;
  readonly shape: (generation: Generation, isStream: boolean) => Generation;
  readonly scored: (generation: ScoredGeneration) => ScoredGeneration;
  /** Chooses the form of an answer. There is a stream if the request asks for one. */
  readonly choose: (whole: Reply, stream: Extract<Reply, { readonly kind: 'stream' }> | undefined) => Reply;
  readonly onProgress: (progress: Progress) => void;
}

/** Replaces parts of how an exchange is handled. */
export type Intercept = (exchange: Exchange) => Partial<Handling>;

/** Returns how the service itself handles an exchange. */
export function handleAsService({ request, route, isFromInstance }: Exchange, { token }: DemoContext): Handling {
  const given = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  const reasoning = route.mode === 'proxy' ? 'inline' : 'field';
  return {
    models: serviceModels,
    isInside: isFromInstance,
    tokenState: given === undefined ? 'missing' : given === token ? 'good' : 'unknown',
    reasoning,
    preamble: route.mode === 'proxy' ? proxyPreamble : [],
    replace: async () => undefined,
    findProblem: () => undefined,
    shape: (generation) => withReasoningStyle(generation, reasoning),
    scored: (generation) => generation,
    choose: (whole, stream) => stream ?? whole,
    onProgress: () => undefined,
  };
}
