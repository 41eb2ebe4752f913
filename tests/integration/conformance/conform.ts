import { expect, test } from 'vitest';
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

type Run = (at: At) => Promise<void>;

/** Where a rule applies: by default in both modes and both forms. */
interface Where {
  readonly modes?: readonly Mode[];
  readonly forms?: readonly Form[];
  readonly with?: RigOptions;
}

export const proxy = { modes: ['proxy'] } as const;
export const direct = { modes: ['direct'] } as const;
/** Also for rules without an answer, which have no form. */
export const streamed = { forms: ['streamed'] } as const;

/** Tests a rule of the service in every mode and form that it covers. */
export function rule(name: string, ...rest: readonly [run: Run] | readonly [where: Where, run: Run]): void {
  const [where, run] = rest.length === 1 ? [{}, rest[0]] : rest;
  const { modes = ['proxy', 'direct'], forms = ['streamed', 'in one piece'], with: options }: Where = where;
  const cases = modes.flatMap((mode) =>
    forms.map((form) => [nameOf(name, modes.length > 1 && mode, forms.length > 1 && form), mode, form] as const),
  );
  test.each(cases)('%s', async (_name, mode, form) => {
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
}

function nameOf(rule: string, ...labels: readonly (string | false)[]): string {
  const shown = labels.filter((label) => label !== false);
  return shown.length === 0 ? rule : `${rule} · ${shown.join(', ')}`;
}
