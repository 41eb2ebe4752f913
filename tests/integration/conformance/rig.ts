import { expect, onTestFinished } from 'vitest';
import type { AnswerDelta, AnswerPart } from '../../../electron/contract/answer.ts';
import type { Model } from '../../../electron/contract/catalog.ts';
import type { Message, Parameters, Tool } from '../../../electron/contract/conversation.ts';
import { ok } from '../../../electron/contract/failure.ts';
import type { Mode } from '../../../electron/contract/profile.ts';
import type { Demo, DemoModel, DemoOptions, RequestRecord } from '../../support/demo/demo.ts';
import {
  createLlmClient,
  catalogModels,
  parseBaseUrl,
  type Limits,
  type LlmClientOptions,
  type Outcome,
} from '../../../electron/core/llm-client/llm-client.ts';
import { createUpstream, type Route } from '../../../electron/core/upstream/upstream.ts';
import { createDemoDial } from '../../support/demo-dial.ts';
import { replay } from '../../core/llm-client/response/feed.ts';
import { sshClient, testDemo } from '../demo/demo-fixture.ts';
import { must } from '../../support/must.ts';

/** Options of a test. */
export interface RigOptions {
  readonly demo?: DemoOptions;
  readonly limits?: Limits;
  /** Uses direct mode from outside instead of through the instance. */
  readonly isOutside?: boolean;
  /** Defaults to the demo's own. */
  readonly authorities?: readonly string[];
}

/** What to request. Defaults to a short question to beta-4-scout. */
export interface ChatRequest {
  readonly model?: Model;
  readonly question?: string;
  readonly messages?: readonly Message[];
  readonly tools?: readonly Tool[];
  readonly parameters?: Parameters;
}

/** How to request it. */
export interface RequestMode {
  readonly mode: Mode;
  readonly isStreamed: boolean;
  readonly signal?: AbortSignal;
  readonly onDelta?: (delta: AnswerDelta) => void;
}

/** The real client with its own demo: the proxy without a tunnel, direct over SSH through the instance. */
export type Rig = Awaited<ReturnType<typeof openRig>>;

/** Starts a demo and a client for it. */
export async function openRig({ limits, ...options }: RigOptions = {}) {
  const demo = await testDemo(options.demo);
  const addresses = must(parseBaseUrl(demo.baseUrl));
  const { origin, port } = addresses;
  const tunnel = createDemoDial(() => sshClient(demo));
  const { inferenceServer, catalog } = demo.profile().service;
  const through: Route = { kind: 'dial', dial: tunnel.dial, target: { host: inferenceServer ?? 'localhost', port } };
  const upstreamBy = (route: Route): ReturnType<typeof createUpstream> => {
    const upstream = createUpstream({ origin, route, authorities: options.authorities ?? [demo.ca] });
    onTestFinished(upstream.dispose);
    return upstream;
  };
  let token: string | null = demo.token;
  let imagesRefused: NonNullable<LlmClientOptions['onImagesRefused']> = () => undefined;
  const client = createLlmClient({
    addresses,
    upstreams: { proxy: upstreamBy({ kind: 'straight' }), direct: upstreamBy(options.isOutside ? { kind: 'straight' } : through) },
    token: async () => ok(token),
    clock: { now: () => performance.now() },
    onImagesRefused: (...learned) => imagesRefused(...learned),
    ...(limits ? { limits: () => limits } : {}),
  });
  const [alpha, beta, gamma] = catalogModels(catalog);
  if (!alpha || !beta || !gamma) throw new Error('the demo’s profile declares three models');

  /** Asserts that a consumer of the deltas alone has the same result. */
  const withDeltas = async (
    requestMode: RequestMode,
    ask: (onDelta: (delta: AnswerDelta) => void) => Promise<Outcome>,
  ): Promise<Outcome> => {
    const deltas: AnswerDelta[] = [];
    const outcome = await ask((delta) => {
      deltas.push(delta);
      requestMode.onDelta?.(delta);
    });
    expect(replay(deltas)).toEqual(outcome.answer.parts);
    return outcome;
  };
  const callOf = ({ mode, isStreamed, signal }: RequestMode) => ({ mode, isStreamed, signal: signal ?? new AbortController().signal });

  return {
    demo,
    client,
    tunnel,
    catalog,
    alpha,
    beta,
    gamma,
    /** Calls the listener with what refusals of images tell. */
    onImagesRefused: (listener: typeof imagesRefused) => void (imagesRefused = listener),
    /** Sends this token from now on, or none if it is null. */
    useToken: (next: string | null) => void (token = next),
    /** Adds a model to the demo and returns it as a profile that declares it would. */
    serve: (model: DemoModel): Model => {
      demo.addModel(model);
      const { id, segment, engine, capabilities, contextLength } = model;
      const presence = { proxy: 'unchecked', direct: 'unchecked' } as const;
      return { id, segment, engine, capabilities, contextLength, origin: 'declared', presence };
    },
    chat: ({ model = beta, question = 'Say hello', messages, ...rest }: ChatRequest, requestMode: RequestMode) =>
      withDeltas(requestMode, (onDelta) =>
        client.chat({ model, messages: messages ?? [{ role: 'user', text: question }], ...rest }, callOf(requestMode), onDelta),
      ),
    complete: ({ model = beta, question = 'Once upon a time', parameters = {} }: ChatRequest, requestMode: RequestMode) =>
      withDeltas(requestMode, (onDelta) => client.complete({ model, prompt: question, parameters }, callOf(requestMode), onDelta)),
  };
}

/** Returns the last request that the demo received. */
export function lastRequest(demo: Demo): RequestRecord {
  const last = demo.requests().at(-1);
  if (!last) throw new Error('the demo saw no request');
  return last;
}

/** Returns the fields of the last body that the demo received. */
export function lastBody(demo: Demo): Readonly<Record<string, unknown>> {
  return lastRequest(demo).body as Readonly<Record<string, unknown>>; // our client sends objects
}

/** Returns the kinds of an answer's parts, without the proxy's notices. */
export function kindsOf({ answer }: Outcome): readonly AnswerPart['kind'][] {
  return answer.parts.filter((part) => part.kind !== 'notice').map((part) => part.kind);
}

/** Joins all text of one kind. */
export function textOf({ answer }: Outcome, kind: 'text' | 'reasoning' | 'notice' = 'text'): string {
  return answer.parts.map((part) => (part.kind === kind ? part.text : '')).join('');
}

/** Formats each call: name, arguments and whether it can be run. */
export function callsOf({ answer }: Outcome): readonly string[] {
  return answer.parts.flatMap((part) => (part.kind === 'tool-call' ? [`${part.name}(${part.arguments}) ${part.state}`] : []));
}
