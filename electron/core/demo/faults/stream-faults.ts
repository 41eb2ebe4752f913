import { event, rawText, type StreamFrame } from '../http/reply.ts';
import type { ActiveFaults } from './active-faults.ts';
import type { FaultOf, FaultTarget } from './fault.ts';

type StreamFault = FaultOf<'malformed-stream' | 'cut-stream' | 'stall' | 'stream-error' | 'long-line' | 'missing-done'>;

/** Properties of a stream that the faults need. */
export interface StreamBehaviour {
  /** Returns a chunk with the given text. */
  readonly chunk: (text: string) => object;
  readonly error: object;
  /** The proxy disconnects after an error; the engines end the stream properly. */
  readonly endsAfterError: boolean;
}

/** Applies all matching faults to a stream. */
export function withStreamFaults(
  frames: Iterable<StreamFrame>,
  faults: ActiveFaults,
  target: FaultTarget,
  behaviour: StreamBehaviour,
): Iterable<StreamFrame> {
  const kinds = ['long-line', 'malformed-stream', 'stall', 'stream-error', 'cut-stream', 'missing-done'] as const;
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
  fault: Exclude<StreamFault, { readonly kind: 'missing-done' }>,
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
      return [{ kind: 'pause', ms: fault.ms ?? null, removal }];
    case 'stream-error':
      return [event(behaviour.error), behaviour.endsAfterError ? { kind: 'cut' } : { kind: 'done' }];
    case 'cut-stream':
      // In the middle of a line, where a careless parser takes half an event for a whole one.
      return [...(next.kind === 'data' ? [firstHalf(next)] : []), { kind: 'cut' }];
  }
}

function firstHalf(frame: Extract<StreamFrame, { readonly kind: 'data' }>): StreamFrame {
  const half = (text: string): string => text.slice(0, Math.floor(text.length / 2));
  return { ...frame, text: (timing) => half(frame.text(timing)) };
}
