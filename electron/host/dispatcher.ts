import { cancelledCall, failed, unexpected, type Result } from '../contract/failure.ts';
import { routes, type Handlers, type RouteName } from '../contract/routes.ts';
import { ipcRequestSchema } from '../contract/ipc.ts';
import type { CallContext } from '../core/create-core.ts';

/** Who sent a message, as the main process itself knows it. */
export interface Sender {
  readonly id: number;
  /** Our own top frame at our exact origin. */
  readonly isTrusted: boolean;
}

const refusalReasons = ['sender', 'shape', 'route', 'input', 'busy'] as const;
type RefusalReason = (typeof refusalReasons)[number];
export type Refusals = Readonly<Record<RefusalReason, number>>;

/** Takes what the pages send. */
export interface Dispatcher {
  readonly handle: (sender: Sender, message: unknown) => Promise<Result<unknown>>;
  /** Aborts all that a sender has under way: its page is gone. */
  readonly abandon: (senderId: number) => void;
  readonly refusals: () => Refusals;
}

export interface DispatcherOptions {
  readonly handlers: Handlers<RouteName, CallContext>;
  readonly onBug: (route: string, error: unknown) => void;
  readonly maxUnderWay?: number;
}

/** Checks every message from a window, finds its handler, and answers with an envelope whatever happens. */
export function createDispatcher({ handlers, onBug, maxUnderWay = 512 }: DispatcherOptions): Dispatcher {
  const underWay = new Map<string, AbortController>();
  const counts = Object.fromEntries(refusalReasons.map((reason) => [reason, 0])) as Record<RefusalReason, number>;

  const refuse = (reason: RefusalReason): Result<never> => {
    counts[reason] += 1;
    return reason === 'busy'
      ? failed('refused', 'Too many requests are under way.', 'Wait a moment, then try again.')
      : failed(reason === 'input' ? 'invalid-input' : 'refused', 'This request makes no sense to Causeway.', 'Reload the window.');
  };

  const run = async (key: string, route: RouteName, input: unknown): Promise<Result<unknown>> => {
    const parsed = routes[route].input.safeParse(input);
    if (!parsed.success) return refuse('input');
    const controller = new AbortController();
    underWay.set(key, controller);
    try {
      const handler = handlers[route] as (input: unknown, context: CallContext) => Promise<Result<unknown>>; // the schema of this very route has parsed it
      const result = await handler(parsed.data, { signal: controller.signal });
      if (controller.signal.aborted) return cancelledCall;
      // parsing the output too keeps a field that is not in the contract from slipping out
      return result.ok ? { ok: true, value: routes[route].output.parse(result.value) } : result;
    } catch (error) {
      if (controller.signal.aborted) return cancelledCall;
      onBug(route, error);
      return unexpected();
    } finally {
      underWay.delete(key);
    }
  };

  return {
    handle: async (sender, message) => {
      if (!sender.isTrusted) return refuse('sender');
      const request = ipcRequestSchema.safeParse(message);
      if (!request.success) return refuse('shape');
      const key = `${sender.id}:${request.data.id}`;
      if (request.data.kind === 'cancel') {
        underWay.get(key)?.abort();
        return { ok: true, value: undefined };
      }
      if (!Object.hasOwn(routes, request.data.route)) return refuse('route');
      if (underWay.has(key)) return refuse('shape');
      if (underWay.size >= maxUnderWay) return refuse('busy');
      return run(key, request.data.route as RouteName, request.data.input); // hasOwn has just shown it
    },
    abandon: (senderId) => {
      for (const [key, controller] of underWay) if (key.startsWith(`${senderId}:`)) controller.abort();
    },
    refusals: () => ({ ...counts }),
  };
}
