import { describe, expect, test } from 'vitest';
import type { Mode } from '../../../electron/contract/profile.ts';
import type { Outcome } from '../../../electron/core/llm-client/llm-client.ts';
import { openRig, type ChatRequest, type Rig, type RigOptions } from './rig.ts';

type Form = 'streamed' | 'in one piece';

/** The context in which a rule is tested. */
export interface At extends Omit<Rig, 'chat' | 'complete'> {
  readonly mode: Mode;
  readonly isStreamed: boolean;
  readonly chat: (asked?: ChatRequest) => Promise<Outcome>;
  readonly complete: (asked?: ChatRequest) => Promise<Outcome>;
  /** The rig itself, for requests in another mode or form. */
  readonly rig: Rig;
}

/** A rule of the service and its test, run in every mode and form that it covers. */
export interface Rule {
  readonly rule: string;
  readonly modes?: readonly Mode[];
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
    const { modes = ['proxy', 'direct'], forms = ['streamed', 'in one piece'] } = rule;
    return modes.flatMap((mode) =>
      forms.map((form) => [nameOf(rule.rule, modes.length > 1 && mode, forms.length > 1 && form), rule, mode, form] as const),
    );
  });
  describe.each([title])('%s', () => {
    test.each(cases)('%s', async (_name, { run, with: options }, mode, form) => {
      expect.hasAssertions();
      const rig = await openRig(options);
      const requestMode = { mode, isStreamed: form === 'streamed' };
      await run({
        ...rig,
        ...requestMode,
        rig,
        chat: (asked = {}) => rig.chat(asked, requestMode),
        complete: (asked = {}) => rig.complete(asked, requestMode),
      });
    });
  });
}

function nameOf(rule: string, ...labels: readonly (string | false)[]): string {
  const shown = labels.filter((label) => label !== false);
  return shown.length === 0 ? rule : `${rule} · ${shown.join(', ')}`;
}
