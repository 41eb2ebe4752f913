import { recount, toDeltas, type CallDelta, type Delta, type Generation } from '../../../electron/core/demo/engines/generation.ts';
import type { ScoredGeneration, ScoredToken } from '../../../electron/core/demo/engines/score-generation.ts';
import type { ActiveFaults } from './active-faults.ts';
import type { FaultTarget, ReasoningShape } from './fault.ts';

/** Applies all matching faults to a generation. */
export function withGenerationFaults(generation: Generation, faults: ActiveFaults, target: FaultTarget, isStream: boolean): Generation {
  const aborted = faults.take('abort', target);
  if (aborted) return recount({ ...generation, deltas: generation.deltas.slice(0, aborted.after), finish: 'abort', matchedStop: null });
  const odd = faults.take('odd-reasoning', target);
  const deltas = odd ? oddReasoning(generation.deltas, odd.shape) : generation.deltas;
  return recount({ ...generation, deltas: withCallFaults(deltas, faults, target, isStream) });
}

function withCallFaults(deltas: readonly Delta[], faults: ActiveFaults, target: FaultTarget, isStream: boolean): readonly Delta[] {
  // Only an answer with calls can have a fault in them.
  if (!deltas.some((delta) => delta.kind === 'calls')) return deltas;
  const ordered = withCallOrder(deltas, faults, target);
  const isBroken = faults.take('broken-arguments', target) !== undefined;
  const hasOneId = faults.take('repeated-id', target) !== undefined;
  const isUnoffered = faults.take('unoffered-tool', target) !== undefined;
  // Complete answers contain no index.
  const isRepeated = isStream && faults.take('repeated-index', target) !== undefined;
  const isTailOdd = isStream && faults.take('tail-index', target) !== undefined;
  const last = ordered.findLastIndex((delta) => delta.kind === 'calls');
  const applyFaults = (call: CallDelta, isLast: boolean): CallDelta => ({
    index: isRepeated ? 0 : isTailOdd && isLast && call.opens === null ? call.index + 1 : call.index,
    opens: call.opens && {
      id: hasOneId ? 'call' : call.opens.id,
      name: isUnoffered ? 'not_offered' : call.opens.name,
    },
    // Arguments are JSON objects, so they are invalid without the last brace.
    arguments: isBroken ? call.arguments.replace(/\}$/, '') : call.arguments,
  });
  return ordered.map((delta, index) => {
    if (delta.kind !== 'calls') return delta;
    return { kind: 'calls', tokens: delta.tokens, calls: delta.calls.map((call) => applyFaults(call, index === last)) };
  });
}

/** Sends the pieces of several calls in turn. With late arguments, the calls have no other pieces than their names and all arguments. */
function withCallOrder(deltas: readonly Delta[], faults: ActiveFaults, target: FaultTarget): readonly Delta[] {
  const isLate = faults.take('late-arguments', target) !== undefined;
  const isInterleaved = faults.take('interleaved-calls', target) !== undefined;
  if (!isLate && !isInterleaved) return deltas;
  const pieces = deltas.flatMap((delta) => (delta.kind === 'calls' ? delta.calls : []));
  const byCall = [...Map.groupBy(pieces, ({ index }) => index).values()].map((own) => (isLate ? lateArguments(own) : own));
  const rounds = Array.from({ length: Math.max(...byCall.map(({ length }) => length)) }, (_, at) => byCall.flatMap((own) => own[at] ?? []));
  const others = deltas.filter(({ kind }) => kind !== 'calls');
  return others.concat(rounds.flat().map((call): Delta => ({ kind: 'calls', calls: [call], tokens: 1 })));
}

function lateArguments(pieces: readonly CallDelta[]): readonly CallDelta[] {
  const [first] = pieces;
  if (!first) return [];
  const whole = pieces.map((piece) => piece.arguments).join('');
  return [
    { ...first, arguments: '' },
    { index: first.index, opens: null, arguments: whole },
  ];
}

/** Formats reasoning in a way that has broken other clients. */
export function oddReasoning(deltas: readonly Delta[], shape: ReasoningShape): readonly Delta[] {
  const end = deltas.findLastIndex((delta) => delta.kind === 'reasoning') + 1;
  const [reasoning, rest] = [deltas.slice(0, end), deltas.slice(end)];
  switch (shape) {
    case 'empty':
      return [...toDeltas('content', '<think></think>\n\n', 0), ...rest];
    case 'empty-after':
      return [...reasoning, ...toDeltas('content', '<think></think>\n\n', 0), ...rest];
    case 'stray-close':
      return [...reasoning, ...toDeltas('content', '</think>\n\n', 0), ...rest];
    case 'empty-content':
      return [...reasoning.flatMap((delta): readonly Delta[] => [delta, { kind: 'content', text: '', tokens: 0 }]), ...rest];
    case 'mixed':
      return mixBoundary(reasoning, rest);
    case 'between-calls':
      return [
        ...reasoning,
        ...rest.flatMap((delta) => (opensLaterCall(delta) ? toDeltas('reasoning', 'And one call more.').concat(delta) : [delta])),
      ];
    case 'only':
      return reasoning;
  }
}

function mixBoundary(reasoning: readonly Delta[], rest: readonly Delta[]): readonly Delta[] {
  const [last, first] = [reasoning.at(-1), rest[0]];
  if (last?.kind !== 'reasoning' || first?.kind !== 'content') return [...reasoning, ...rest];
  return [
    ...reasoning.slice(0, -1),
    { kind: 'mixed', reasoning: last.text, text: first.text, tokens: last.tokens + first.tokens },
    ...rest.slice(1),
  ];
}

function opensLaterCall(delta: Delta): boolean {
  return delta.kind === 'calls' && delta.calls.some((call) => call.opens !== null && call.index > 0);
}

/** Makes all candidates but the first impossible, as a grammar does. */
export function withImpossibleTokens(generation: ScoredGeneration): ScoredGeneration {
  const change = (token: ScoredToken): ScoredToken => ({
    ...token,
    top: token.top.map((candidate, at) => (at > 0 ? { ...candidate, logprob: -Infinity } : candidate)),
  });
  return {
    ...generation,
    scored: generation.scored.map((tokens) => tokens.map(change)),
    ending: generation.ending.map(change),
    prompt: generation.prompt.map(change),
  };
}

/** Merges `each` consecutive deltas of the same kind, as engines do that generate several tokens at once. */
export function mergeDeltas(generation: Generation, each: number): Generation {
  if (each <= 1) return generation;
  const echoed = generation.echoed ?? 0;
  const merged: Delta[] = [];
  let size = 0;
  for (const delta of generation.deltas.slice(echoed)) {
    const last = merged.at(-1);
    const isText = delta.kind === 'content' || delta.kind === 'reasoning';
    if (isText && last?.kind === delta.kind && size < each) {
      merged[merged.length - 1] = { ...delta, text: last.text + delta.text, tokens: last.tokens + delta.tokens };
      size += 1;
    } else {
      merged.push(delta);
      size = 1;
    }
  }
  return { ...generation, deltas: [...generation.deltas.slice(0, echoed), ...merged] };
}
