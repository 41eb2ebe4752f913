import { describe, expect, it } from 'vitest';
import { simulate, type SimulatedService } from './simulated-service.ts';

const minute = 60_000;
const cases: readonly (Omit<SimulatedService, 'capacity'> & { readonly capacity: number })[] = [4, 16, 64].flatMap((capacity) =>
  (['refused', 'queued'] as const).flatMap((excess) => [
    { capacity, excess, serviceMs: 400, spread: 0 },
    { capacity, excess, serviceMs: 400, spread: 0.5 },
    { capacity, excess, serviceMs: 2000, spread: 0.5 },
  ]),
);

describe('automatic concurrency', () => {
  it.each(cases)(
    'finds a capacity of $capacity ($serviceMs ms ± $spread, excess $excess) within a minute (catches a limit that oscillates)',
    ({ capacity, ...service }) => {
      const { answers, refused } = simulate({ ...service, capacity: () => capacity }, 'auto', 2 * minute);
      const second = answers.filter((at) => at > minute).length;
      const best = (capacity * minute) / service.serviceMs;
      expect(second / best, 'throughput').toBeGreaterThan(0.9);
      const inFirst = answers.filter((at) => at <= minute).length;
      expect(refused / (refused + answers.length), `refused of ${inFirst} and ${second}`).toBeLessThan(0.02);
    },
  );

  it('reaches 90 % of the capacity in the first minute, from its tenth second', () => {
    const { answers } = simulate({ capacity: () => 32, excess: 'refused', serviceMs: 500, spread: 0.3 }, 'auto', minute);
    const best = (32 * 50_000) / 500;
    expect(answers.filter((at) => at > 10_000).length / best).toBeGreaterThan(0.9);
  });

  it('reaches the capacity of a service that releases requests late', () => {
    const service = { capacity: () => 12, excess: 'refused', serviceMs: 360, spread: 0.2, releaseMs: 25 } as const;
    const measure = (concurrency: 'auto' | number) => {
      const { answers, refused } = simulate(service, concurrency, 2 * minute);
      return { rate: answers.filter((at) => at > minute).length, refused: refused / (refused + answers.length) };
    };
    // a fixed limit of twelve would have every fifth request refused, so the goal is the best fixed limit with as few refusals
    const fixed = Array.from({ length: 12 }, (_, index) => measure(index + 1)).filter(({ refused }) => refused < 0.02);
    const auto = measure('auto');
    expect(auto.rate / Math.max(...fixed.map(({ rate }) => rate))).toBeGreaterThan(0.9);
    expect(auto.refused).toBeLessThan(0.02);
  });

  it('honors Retry-After and still reaches the capacity', () => {
    const { answers, refused } = simulate(
      { capacity: () => 16, excess: 'refused', serviceMs: 500, spread: 0.3, retryAfterMs: 2000 },
      'auto',
      2 * minute,
    );
    expect(answers.filter((at) => at > minute).length / ((16 * minute) / 500)).toBeGreaterThan(0.85);
    expect(refused / (refused + answers.length)).toBeLessThan(0.02);
  });

  it('follows a capacity that falls and rises', () => {
    const capacity = (now: number): number => (now > 3 * minute && now < 6 * minute ? 8 : 32);
    const { answers } = simulate({ capacity, excess: 'refused', serviceMs: 300, spread: 0.3 }, 'auto', 12 * minute);
    const rate = (from: number, to: number): number => answers.filter((at) => at > from * minute && at <= to * minute).length / (to - from);
    const best = (slots: number): number => (slots * minute) / 300;
    expect(rate(4, 6) / best(8)).toBeGreaterThan(0.85);
    expect(rate(10, 12) / best(32)).toBeGreaterThan(0.8);
  });

  it.each([1, 2, 3])(
    'does not build a queue at a service that queues requests, in half an hour (catches a limit that follows its own queue; seed %i)',
    (seed) => {
      const service = { capacity: () => 8, excess: 'queued', serviceMs: 500, spread: 0.3 } as const;
      const { answers, highest, inFlight } = simulate(service, 'auto', 30 * minute, seed);
      expect(highest).toBeLessThan(8 * 4); // while it seeks
      expect(inFlight).toBeLessThanOrEqual(8 * 2);
      expect(answers.filter((at) => at > 29 * minute).length / ((8 * minute) / 500)).toBeGreaterThan(0.9);
    },
  );

  it('returns to the capacity when the first-byte time of a service rises permanently (catches a baseline that is never updated)', () => {
    const firstByteMs = (now: number): number => (now < 2 * minute ? 60 : 600);
    const { answers } = simulate({ capacity: () => 32, excess: 'queued', serviceMs: 1000, spread: 0.3, firstByteMs }, 'auto', 6 * minute);
    expect(answers.filter((at) => at > 5 * minute).length / ((32 * minute) / 1000)).toBeGreaterThan(0.9);
  });

  it('keeps a fixed number', () => {
    const { highest } = simulate({ capacity: () => 100, excess: 'refused', serviceMs: 500, spread: 0.3 }, 7, minute);
    expect(highest).toBe(7);
  });
});
