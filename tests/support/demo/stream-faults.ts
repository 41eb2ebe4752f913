import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { errorTextFor } from '../../../electron/core/demo/dialects/request-error.ts';
import { sglang } from '../../../electron/core/demo/dialects/sglang.ts';
import { vllm } from '../../../electron/core/demo/dialects/vllm.ts';
import { engineAt } from '../../../electron/core/demo/engines/demo-model.ts';
import { event, type StreamFrame } from '../../../electron/core/demo/http/reply.ts';
import type { Route } from '../../../electron/core/demo/http/exchange.ts';
import type { ActiveFaults } from './active-faults.ts';
import type { FaultOf, FaultTarget } from './fault.ts';

type StreamFault = FaultOf<'malformed-stream' | 'cut-stream' | 'stall' | 'stream-error' | 'long-line' | 'missing-done' | 'empty-choices'>;

/** Properties of a stream that the faults need. */
export interface StreamBehaviour {
  /** Returns a chunk with the given text. */
  readonly chunk: (text: string) => object;
  readonly error: object;
  /** The proxy disconnects after an error; the engines end the stream properly. */
  readonly endsAfterError: boolean;
  /** Called when the connection is cut. */
  readonly onCut: () => void;
}

/** Returns the properties of a route's streams. */
export function streamBehaviour(route: Route, onCut: () => void): StreamBehaviour {
  const isChat = route.mode === 'proxy' || (route.mode === 'direct' && route.endpoint === 'chat');
  const dialect = route.mode === 'direct' && engineAt(route.segment) === 'sglang' ? sglang : vllm;
  const broken = errorTextFor({ kind: 'broken' });
  return {
    chunk: (text) => ({ choices: [{ index: 0, ...(isChat ? { delta: { content: text } } : { text }), finish_reason: null }] }),
    error: route.mode === 'proxy' ? { error: { detail: broken.message } } : dialect.streamError(broken),
    endsAfterError: route.mode === 'proxy',
    onCut,
  };
}

/** Applies all matching faults to a stream. */
export function withStreamFaults(
  frames: Iterable<StreamFrame>,
  faults: ActiveFaults,
  target: FaultTarget,
  behaviour: StreamBehaviour,
): Iterable<StreamFrame> {
  const kinds = ['long-line', 'malformed-stream', 'stall', 'stream-error', 'cut-stream', 'missing-done', 'empty-choices'] as const;
  const matching = kinds.flatMap((kind): StreamFault | readonly [] => faults.take(kind, target) ?? []);
  return matching.reduce((faulty, fault) => applyFault(faulty, fault, behaviour, faults.removal(fault)), frames);
}

function* applyFault(
  frames: Iterable<StreamFrame>,
  fault: StreamFault,
  behaviour: StreamBehaviour,
  removal: AbortSignal,
): Iterable<StreamFrame> {
  if (fault.kind === 'missing-done') {
    for (const frame of frames) if (frame.kind !== 'done') yield frame;
    return;
  }
  if (fault.kind === 'empty-choices') {
    for (const frame of frames) yield* [event({ object: 'chat.completion.chunk', choices: [] }), frame];
    return;
  }
  let seen = 0;
  for (const frame of frames) {
    if (seen === fault.after) {
      yield* faultFrames(fault, frame, behaviour, removal);
      if (fault.kind === 'cut-stream' || fault.kind === 'stream-error') return;
    }
    seen += 1;
    yield frame;
  }
}

function faultFrames(
  fault: Exclude<StreamFault, { readonly kind: 'missing-done' | 'empty-choices' }>,
  next: StreamFrame,
  behaviour: StreamBehaviour,
  removal: AbortSignal,
): readonly StreamFrame[] {
  switch (fault.kind) {
    case 'malformed-stream':
      return [rawText('data: {"id":"demo","choices":[{"index":0,"delta":{"content":"brok\n\n')];
    case 'long-line':
      return [event(behaviour.chunk('x'.repeat(fault.bytes)))];
    case 'stall':
      return [stall(fault.ms, removal)];
    case 'stream-error':
      return [event(behaviour.error), behaviour.endsAfterError ? cut(behaviour) : { kind: 'done' }];
    case 'cut-stream':
      // In the middle of a line, where a careless parser takes half an event for a whole one.
      return [...(next.kind === 'data' ? [firstHalf(next)] : []), cut(behaviour)];
  }
}

function firstHalf(frame: Extract<StreamFrame, { readonly kind: 'data' }>): StreamFrame {
  const half = (text: string): string => text.slice(0, Math.floor(text.length / 2));
  return { ...frame, text: (timing) => half(frame.text(timing)) };
}

/** Waits for some time, or if there is none until the fault is removed. Rejects if the client disconnects first. */
function stall(ms: number | undefined, removal: AbortSignal): StreamFrame {
  return {
    kind: 'step',
    run: async (_response, signal) => {
      const ended = AbortSignal.any([signal, removal]);
      if (ms !== undefined) await setTimeout(ms, undefined, { signal: ended }).catch(() => undefined);
      else if (!ended.aborted) await once(ended, 'abort');
      signal.throwIfAborted();
      return true;
    },
  };
}

function cut({ onCut }: StreamBehaviour): StreamFrame {
  return {
    kind: 'step',
    run: async (response) => {
      onCut();
      // Written data still arrives, but the end of the chunked body doesn't.
      response.socket?.destroySoon();
      return false;
    },
  };
}

/** Creates raw bytes, possibly malformed. */
function rawText(text: string): StreamFrame {
  return { kind: 'data', tokens: 0, text: () => text };
}
