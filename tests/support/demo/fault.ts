import * as z from 'zod';
import { modeSchema } from '../../../electron/contract/profile.ts';
import type { Route } from '../../../electron/core/demo/http/exchange.ts';

const endpoints = ['chat', 'completion', 'models'] as const;
const after = z.coerce.number().int().min(0).default(3);

const reasoningShapes = ['empty', 'empty-after', 'stray-close', 'empty-content', 'mixed', 'between-calls', 'only'] as const;

/** Formats of reasoning that have broken other clients. */
export type ReasoningShape = (typeof reasoningShapes)[number];

/** Where and how often a fault applies. Defaults to everywhere, until it is removed. */
const targetShape = {
  mode: modeSchema.optional(), // public, as `mode=` of `npm run demo -- --fault`
  segment: z.string().optional(),
  endpoint: z.enum(endpoints).optional(),
  count: z.union([z.literal('once'), z.literal('always'), z.coerce.number().int().positive()]).default('always'),
};

/** All faults that can be injected. */
const faultSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('status'),
    status: z.coerce.number().int().min(400).max(599),
    retryAfter: z.coerce.number().int().min(0).default(2),
    ...targetShape,
  }),
  z.object({ kind: z.literal('redirect'), to: z.string().default('https://elsewhere.invalid/'), ...targetShape }),
  z.object({ kind: z.literal('html'), ...targetShape }),
  z.object({ kind: z.literal('slow-first-byte'), ms: z.coerce.number().int().positive().default(30_000), ...targetShape }),
  z.object({ kind: z.literal('malformed-stream'), after, ...targetShape }),
  z.object({ kind: z.literal('cut-stream'), after, ...targetShape }),
  // Without `ms` it stalls until the fault is removed or the client disconnects.
  z.object({ kind: z.literal('stall'), after, ms: z.coerce.number().int().positive().optional(), ...targetShape }),
  z.object({ kind: z.literal('stream-error'), after, ...targetShape }),
  z.object({
    kind: z.literal('long-line'),
    after,
    bytes: z.coerce
      .number()
      .int()
      .positive()
      .default(4 * 1024 * 1024),
    ...targetShape,
  }),
  z.object({ kind: z.literal('missing-done'), ...targetShape }),
  // Sends chunks without a choice before each other one.
  z.object({ kind: z.literal('empty-choices'), ...targetShape }),
  z.object({ kind: z.literal('abort'), after, ...targetShape }),
  z.object({ kind: z.literal('broken-arguments'), ...targetShape }),
  z.object({ kind: z.literal('unoffered-tool'), ...targetShape }),
  z.object({ kind: z.literal('repeated-index'), ...targetShape }),
  z.object({ kind: z.literal('tail-index'), ...targetShape }),
  // Names all calls first, and sends their arguments at once at the end.
  z.object({ kind: z.literal('late-arguments'), ...targetShape }),
  // Sends the pieces of several calls in turn.
  z.object({ kind: z.literal('interleaved-calls'), ...targetShape }),
  z.object({ kind: z.literal('repeated-id'), ...targetShape }),
  z.object({ kind: z.literal('odd-reasoning'), shape: z.enum(reasoningShapes), ...targetShape }),
  z.object({ kind: z.literal('refuse-stream'), ...targetShape }),
  z.object({ kind: z.literal('refuse-stream-options'), ...targetShape }),
  // A field of the request that an engine doesn't take, such as `echo`.
  z.object({ kind: z.literal('refuse-field'), field: z.string(), ...targetShape }),
  // Takes only what is documented, in the order that the strictest chat templates require.
  z.object({ kind: z.literal('strict-requests'), ...targetShape }),
  // Requires the reasoning that led to a tool call together with the call's result.
  z.object({ kind: z.literal('require-reasoning'), ...targetShape }),
  z.object({ kind: z.literal('short-context'), tokens: z.coerce.number().int().positive().default(40_960), ...targetShape }),
  z.object({ kind: z.literal('impossible-token'), ...targetShape }),
  z.object({ kind: z.literal('plain-json'), ...targetShape }),
  z.object({ kind: z.literal('model-gone'), model: z.string(), ...targetShape }),
  z.object({ kind: z.literal('expired-certificate'), ...targetShape }),
  z.object({ kind: z.literal('wrong-name-certificate'), ...targetShape }),
  z.object({ kind: z.literal('changed-host-key'), ...targetShape }),
  z.object({ kind: z.literal('refuse-forwarding'), ...targetShape }),
]);

/** A fault as requested. Missing values have defaults. */
export type Fault = Readonly<z.input<typeof faultSchema>>;

/** A fault with all values. */
export type ActiveFault = Readonly<z.output<typeof faultSchema>>;

/** The name of a fault. */
export type FaultKind = ActiveFault['kind'];

/** The fault of a given name. */
export type FaultOf<K extends FaultKind> = Extract<ActiveFault, { readonly kind: K }>;

/** The request that a fault is looked up for. Empty for TLS and SSH connections. */
export interface FaultTarget {
  readonly mode?: 'proxy' | 'direct';
  readonly segment?: string;
  readonly endpoint?: string;
}

/** Returns what faults are matched against. */
export function faultTarget(route: Route): FaultTarget {
  if (route.mode === 'none') return {};
  return route.mode === 'proxy'
    ? { mode: 'proxy', endpoint: route.endpoint }
    : { mode: 'direct', segment: route.segment, endpoint: route.endpoint };
}

/** Names of all faults. */
export const faultKinds: readonly FaultKind[] = faultSchema.options.map((option) => option.shape.kind.value);

/** Parses a fault, also in command-line form: `status,status=503,mode=direct,count=once`. */
export function parseFault(fault: Fault | string): ActiveFault {
  const parsed = faultSchema.safeParse(typeof fault === 'string' ? parseFields(fault) : fault);
  if (parsed.success) return parsed.data;
  const name = typeof fault === 'string' ? fault : fault.kind;
  const isKnown = faultKinds.some((kind) => name.split(',')[0] === kind);
  throw new Error(
    isKnown
      ? `“${name}” isn’t valid.\n${z.prettifyError(parsed.error)}`
      : `There’s no fault “${name}”. Use one of these: ${faultKinds.join(', ')}.`,
  );
}

function parseFields(text: string): Readonly<Record<string, string>> {
  const [kind = '', ...fields] = text.split(',');
  const pairs = fields.map((field) => {
    const at = field.indexOf('=');
    return at === -1 ? [field, ''] : [field.slice(0, at), field.slice(at + 1)];
  });
  return { ...Object.fromEntries(pairs), kind };
}
