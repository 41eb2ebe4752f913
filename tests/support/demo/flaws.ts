import type { Demo, Fault } from './demo.ts';

/** A flaw that clients have met with real engines. */
export type Flaw = keyof typeof flaws;

const fault =
  (each: Fault) =>
  (demo: Demo): (() => void) =>
    demo.fault(each);

const reasoning =
  (direct: 'older-field' | 'inline') =>
  (demo: Demo): (() => void) => {
    demo.setBehaviour({ reasoning: { proxy: 'inline', direct } });
    return () => demo.setBehaviour({ reasoning: { proxy: 'inline', direct: 'field' } });
  };

/** The flaws of engines that code assistants have to live with. Each is added to a demo, and returns what removes it. */
export const flaws = {
  'documented-only': (demo: Demo) => {
    demo.setBehaviour({ tokenizer: 'nowhere' });
    return () => demo.setBehaviour({ tokenizer: 'everywhere' });
  },
  'reasoning-tags': reasoning('inline'),
  'older-reasoning-field': reasoning('older-field'),
  'late-arguments': fault({ kind: 'late-arguments' }),
  'interleaved-calls': fault({ kind: 'interleaved-calls' }),
  'repeated-index': fault({ kind: 'repeated-index' }),
  'tail-index': fault({ kind: 'tail-index' }),
  'repeated-id': fault({ kind: 'repeated-id' }),
  'empty-choices': fault({ kind: 'empty-choices' }),
  'missing-done': fault({ kind: 'missing-done' }),
  'no-stream-options': fault({ kind: 'refuse-stream-options' }),
  'strict-requests': fault({ kind: 'strict-requests' }),
  'require-reasoning': fault({ kind: 'require-reasoning', segment: 'gamma-oss-120b' }),
  'short-context': fault({ kind: 'short-context', segment: 'beta-4-scout' }),
} as const satisfies Readonly<Record<string, (demo: Demo) => () => void>>;

/** Flaws that one engine can have together, and that every client can live with whose bytes reach it unchanged. */
export const commonFlaws = [
  'documented-only',
  'older-reasoning-field',
  'late-arguments',
  'empty-choices',
  'missing-done',
  'short-context',
] as const satisfies readonly Flaw[];
