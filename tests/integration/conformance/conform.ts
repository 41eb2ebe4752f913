import { describe, expect, test } from 'vitest';
import type { Mode } from '../../../electron/contract/profile.ts';
import type { Outcome } from '../../../electron/core/llm-client/llm-client.ts';
import { openRig, type Asked, type Rig, type RigOptions } from './rig.ts';

type Form = 'streamed' | 'in one piece';

/** The context in which a rule is tested. */
export interface At extends Omit<Rig, 'chat' | 'complete'> {
  readonly mode: Mode;
  readonly isStreamed: boolean;
  readonly chat: (asked?: Asked) => Promise<Outcome>;
  readonly complete: (asked?: Asked) => Promise<Outcome>;
  /** The rig itself, for requests in another mode or form. */
  readonly rig: Rig;
}

/** A rule of the service and its test, run in every mode and form that it covers. */
export interface Rule {
  readonly rule: string;
  readonly ways?: readonly Mode[];
  readonly forms?: readonly Form[];
  readonly with?: RigOptions;
  readonly run: (at: At) => Promise<void>;
}

export const proxy: readonly Mode[] = ['proxy'];
export const direct: readonly Mode[] = ['direct'];
/** Also for rules without an answer, which have no form. */
export const streamed: readonly Form[] = ['streamed'];

/** Rules that belong together. */
export interface Section {
  readonly title: string;
  readonly rules: readonly Rule[];
}

/** Defines the tests of a section: one per rule, mode and form. */
export function conform({ title, rules }: Section): void {
  const cases = rules.flatMap((rule) => {
    const { ways = ['proxy', 'direct'], forms = ['streamed', 'in one piece'] } = rule;
    return ways.flatMap((mode) =>
      forms.map((form) => [nameOf(rule.rule, ways.length > 1 && mode, forms.length > 1 && form), rule, mode, form] as const),
    );
  });
  describe.each([title])('%s', () => {
    test.each(cases)('%s', async (_name, { run, with: options }, mode, form) => {
      expect.hasAssertions();
      const rig = await openRig(options);
      const manner = { mode, isStreamed: form === 'streamed' };
      await run({
        ...rig,
        ...manner,
        rig,
        chat: (asked = {}) => rig.chat(asked, manner),
        complete: (asked = {}) => rig.complete(asked, manner),
      });
    });
  });
}

function nameOf(rule: string, ...places: readonly (string | false)[]): string {
  const told = places.filter((place) => place !== false);
  return told.length === 0 ? rule : `${rule} · ${told.join(', ')}`;
}
