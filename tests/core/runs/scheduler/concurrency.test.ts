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

describe('the concurrency chosen by itself', () => {
  it.each(cases)(
    'finds a capacity of $capacity ($serviceMs ms ± $spread, excess $excess) within a minute (catches a limit that oscillates)',
    ({ capacity, ...service }) => {
      const { answers, refused } = simulate({ ...service, capacity: () => capacity }, {}, 2 * minute);
      const second = answers.filter((at) => at > minute).length;
      const best = (capacity * minute) / service.serviceMs;
      expect(second / best, 'throughput').toBeGreaterThan(0.9);
      const inFirst = answers.filter((at) => at <= minute).length;
      expect(refused / (refused + answers.length), `refused of ${inFirst} and ${second}`).toBeLessThan(0.02);
    },
  );

  it('finds 90 % within the first minute itself, from its tenth second', () => {
    const { answers } = simulate({ capacity: () => 32, excess: 'refused', serviceMs: 500, spread: 0.3 }, {}, minute);
    const best = (32 * 50_000) / 500;
    expect(answers.filter((at) => at > 10_000).length / best).toBeGreaterThan(0.9);
  });

  it('copes with a service that counts requests for a while after their answers', () => {
    const service = { capacity: () => 12, excess: 'refused', serviceMs: 360, spread: 0.2, releaseMs: 25 } as const;
    const { answers, refused } = simulate(service, {}, 2 * minute);
    // eleven at once would already be refused more often than two in a hundred times
    expect(answers.filter((at) => at > minute).length / ((12 * minute) / (360 + 15 + 25))).toBeGreaterThan(0.75);
    expect(refused / (refused + answers.length)).toBeLessThan(0.02);
  });

  it('honours Retry-After and still reaches the capacity', () => {
    const { answers, refused } = simulate(
      { capacity: () => 16, excess: 'refused', serviceMs: 500, spread: 0.3, retryAfterMs: 2000 },
      {},
      2 * minute,
    );
    expect(answers.filter((at) => at > minute).length / ((16 * minute) / 500)).toBeGreaterThan(0.85);
    expect(refused / (refused + answers.length)).toBeLessThan(0.02);
  });

  it('follows a capacity that falls and rises again', () => {
    const capacity = (now: number): number => (now > 3 * minute && now < 6 * minute ? 8 : 32);
    const { answers } = simulate({ capacity, excess: 'refused', serviceMs: 300, spread: 0.3 }, {}, 12 * minute);
    const rate = (from: number, to: number): number => answers.filter((at) => at > from * minute && at <= to * minute).length / (to - from);
    const best = (slots: number): number => (slots * minute) / 300;
    expect(rate(4, 6) / best(8)).toBeGreaterThan(0.85);
    expect(rate(10, 12) / best(32)).toBeGreaterThan(0.8);
  });

  it('does not pile up requests at a service that lets them wait (catches a limit that only grows)', () => {
    const { highest, step } = simulate({ capacity: () => 8, excess: 'queued', serviceMs: 500, spread: 0.3 }, {}, 2 * minute);
    expect(highest).toBeLessThan(8 * 5); // while it seeks
    expect(step.state.inFlight).toBeLessThanOrEqual(8 * 2);
  });

  it('stays at a fixed number', () => {
    const { highest } = simulate({ capacity: () => 100, excess: 'refused', serviceMs: 500, spread: 0.3 }, { concurrency: 7 }, minute);
    expect(highest).toBe(7);
  });
});
