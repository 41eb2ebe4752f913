import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnswerDelta, AnswerPart } from '../../../electron/contract/answer.ts';
import { createStreamingAnswer, snapshotParts, finishedParts } from '../../../renderer/state/streaming-answer.ts';
import { replay } from '../../core/llm-client/response/feed.ts';

const state = fc.constantFrom('unfinished', 'valid', 'invalid-arguments', 'not-offered');
const anyPart: fc.Arbitrary<AnswerPart> = fc.oneof(
  fc.record({ kind: fc.constantFrom('text', 'reasoning', 'refusal', 'notice'), text: fc.string() }),
  fc.record({ kind: fc.constant('tool-call'), id: fc.string(), name: fc.string(), arguments: fc.string(), state }),
);
type Step = { readonly pick: number; readonly begin: AnswerPart | null; readonly text: string; readonly other: boolean };
const anyStep: fc.Arbitrary<Step> = fc.record({
  pick: fc.nat(),
  begin: fc.option(anyPart),
  text: fc.string(),
  other: fc.boolean(),
});

/** Deltas as the core may send them: each extends a started part, and changes its kind only where that is valid. */
function toDeltas(steps: readonly Step[]): readonly AnswerDelta[] {
  const deltas: AnswerDelta[] = [];
  for (const { pick, begin, text, other } of steps) {
    const parts = replay(deltas);
    const index = parts.length === 0 ? 0 : pick % parts.length;
    const part = parts[index];
    if (part === undefined || begin !== null)
      deltas.push({ kind: 'part', index: other ? parts.length : index, part: begin ?? { kind: 'text', text } });
    else if (other && part.kind === 'tool-call') deltas.push({ kind: 'call', index, id: text, name: text, state: 'valid' });
    else if (other && part.kind === 'text') deltas.push({ kind: 'reclassify', index, as: 'reasoning' });
    else deltas.push({ kind: 'append', index, text });
  }
  return deltas;
}

describe('streaming answer', () => {
  test('has the same parts however its deltas are batched (catches a batch border that loses or doubles text)', () =>
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 40 }), fc.array(fc.nat(8)), (steps, sizes) => {
        const deltas = toDeltas(steps);
        const live = createStreamingAnswer(() => 0);
        let from = 0;
        for (const size of sizes) {
          live.apply(deltas.slice(from, from + size));
          from += size;
        }
        live.apply(deltas.slice(from));
        expect(snapshotParts(live)).toEqual(replay(deltas));
      }),
    ));

  test('notifies only the part that changes (catches a whole conversation re-rendered for each word)', () => {
    const live = createStreamingAnswer(() => 0);
    live.apply([
      { kind: 'part', index: 0, part: { kind: 'reasoning', text: 'hm' } },
      { kind: 'part', index: 1, part: { kind: 'text', text: 'A' } },
    ]);
    const woken: string[] = [];
    live.parts.subscribe(() => woken.push('list'));
    live.parts.read().forEach((part, index) => part.subscribe(() => woken.push(`part ${index}`)));
    live.apply([{ kind: 'append', index: 1, text: 'B' }]);
    expect(woken).toEqual(['part 1']);
  });

  test('ignores a delta for a part that never began (catches a crash at a lost delta)', () => {
    const live = createStreamingAnswer(() => 0);
    live.apply([
      { kind: 'append', index: 3, text: 'x' },
      { kind: 'part', index: 7, part: { kind: 'text', text: 'x' } },
    ]);
    expect(snapshotParts(live)).toEqual([]);
  });

  test('times each part from its start to the start of the next (catches thinking time that runs on into the answer)', () => {
    let now = 0;
    const live = createStreamingAnswer(() => now);
    now = 100;
    live.apply([{ kind: 'part', index: 0, part: { kind: 'text', text: 'hm' } }]);
    live.apply([{ kind: 'reclassify', index: 0, as: 'reasoning' }]);
    now = 4100;
    live.apply([{ kind: 'part', index: 1, part: { kind: 'text', text: 'A' } }]);
    now = 5000;
    live.finish(snapshotParts(live));
    expect(live.parts.read().map((store) => store.read())).toMatchObject([
      { startedAt: 100, endedAt: 4100 },
      { startedAt: 4100, endedAt: 5000 },
    ]);
  });

  test('opens a part again that a continuation reaches, and ends the others (catches “Reasoning…” that counts on)', () => {
    let now = 0;
    const live = createStreamingAnswer(() => now, {
      parts: [
        { kind: 'reasoning', text: 'hm', durationMs: 1000 },
        { kind: 'text', text: 'The tides' },
      ],
      elapsedMs: 0,
    });
    const endings = () => live.parts.read().map((store) => store.read().endedAt);
    now = 1000;
    live.apply([{ kind: 'part', index: 2, part: { kind: 'reasoning', text: 'more?' } }]);
    expect(endings()).toEqual([0, 1000, null]);
    now = 4000;
    live.apply([{ kind: 'append', index: 1, text: ' move' }]);
    expect(endings()).toEqual([0, null, 4000]);
    now = 9000;
    live.apply([{ kind: 'append', index: 1, text: ' on' }]);
    expect(endings()).toEqual([0, null, 4000]);
    live.finish(snapshotParts(live));
    expect(endings()).toEqual([0, 9000, 4000]);
  });

  test('continues from a snapshot with its times (catches a clock that starts again, and reasoning timed to the reload)', () => {
    let now = 10_000;
    const live = createStreamingAnswer(() => now, { parts: [{ kind: 'reasoning', text: 'stale', durationMs: 500 }], elapsedMs: 0 });
    let notified = 0;
    live.startedAt.subscribe(() => (notified += 1));
    live.replace({ parts: [{ kind: 'reasoning', text: 'hm, so', durationMs: 3000 }], elapsedMs: 4000 });
    expect([live.startedAt.read(), notified]).toEqual([6000, 1]);
    const [thinking] = live.parts.read();
    expect(thinking?.read()).toEqual({ part: { kind: 'reasoning', text: 'hm, so' }, startedAt: 7000, endedAt: null });
    now = 12_000;
    live.apply([{ kind: 'part', index: 1, part: { kind: 'text', text: 'Yes' } }]);
    expect(thinking?.read()).toMatchObject({ startedAt: 7000, endedAt: 12_000 });
    // sent again to a listener that has received everything
    live.replace({
      parts: [
        { kind: 'reasoning', text: 'hm, so', durationMs: 5000 },
        { kind: 'text', text: 'Yes' },
      ],
      elapsedMs: 6000,
    });
    expect(live.parts.read()[0]).toBe(thinking);
    expect(thinking?.read()).toMatchObject({ part: { durationMs: 5000 }, startedAt: 7000, endedAt: 12_000 });
    expect(live.parts.read()[1]?.read()).toMatchObject({ startedAt: 12_000, endedAt: null });
  });

  test('has no times when created from stored parts (catches “Thought for 0 s” of an answer in one piece)', () => {
    const parts: readonly AnswerPart[] = [
      { kind: 'reasoning', text: 'a' },
      { kind: 'text', text: 'b' },
    ];
    const stores = finishedParts(parts).read();
    expect(stores.map((store) => store.read())).toEqual(parts.map((part) => ({ part, startedAt: null, endedAt: 0 })));
  });
});
