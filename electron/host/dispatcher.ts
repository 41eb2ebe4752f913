import type { Result } from '../contract/failure.ts';
import { cancelledCall, fail, unexpected } from '../contract/failures/fail.ts';
import { routes, type Handlers, type RouteName } from '../contract/routes.ts';
import { ipcRequestSchema } from '../contract/ipc.ts';
import type { CallContext } from '../core/create-core.ts';

/** The sender of a message, as determined by the main process. */
export interface Sender {
  readonly id: number;
  /** True only for the app's top frame at its exact origin. */
  readonly isTrusted: boolean;
}

const refusalReasons = ['sender', 'shape', 'route', 'input', 'busy'] as const;
type RefusalReason = (typeof refusalReasons)[number];
export type Refusals = Readonly<Record<RefusalReason, number>>;

/** Dispatches the requests of pages to their handlers. */
export interface Dispatcher {
  readonly handle: (sender: Sender, message: unknown) => Promise<Result<unknown>>;
  /** Aborts all pending requests of a sender whose page is gone. */
  readonly cancelAll: (senderId: number) => void;
  readonly refusals: () => Refusals;
}

export interface DispatcherOptions {
  readonly handlers: Handlers<RouteName, CallContext>;
  readonly onBug: (route: string, error: unknown) => void;
  readonly maxPending?: number;
}

/** Validates every request, calls its handler, and always returns a result envelope. */
export function createDispatcher({ handlers, onBug, maxPending = 512 }: DispatcherOptions): Dispatcher {
  const pending = new Map<string, AbortController>();
  const counts = Object.fromEntries(refusalReasons.map((reason) => [reason, 0])) as Record<RefusalReason, number>;

  const reject = (reason: RefusalReason): Result<never> => {
    counts[reason] += 1;
    if (reason === 'busy') return fail('requests-too-many');
    return fail(reason === 'input' ? 'request-invalid' : 'request-refused');
  };

  const run = async (key: string, route: RouteName, input: unknown): Promise<Result<unknown>> => {
    const parsed = routes[route].input.safeParse(input);
    if (!parsed.success) return reject('input');
    const controller = new AbortController();
    pending.set(key, controller);
    try {
      const handler = handlers[route] as (input: unknown, context: CallContext) => Promise<Result<unknown>>; // the schema of this route has parsed the input
      const result = await handler(parsed.data, { signal: controller.signal });
      if (controller.signal.aborted) return cancelledCall;
      // the output is parsed too, so that no field outside the contract leaks
      return result.ok ? { ok: true, value: routes[route].output.parse(result.value) } : result;
    } catch (error) {
      if (controller.signal.aborted) return cancelledCall;
      onBug(route, error);
      return unexpected();
    } finally {
      pending.delete(key);
    }
  };

  return {
    handle: async (sender, message) => {
      if (!sender.isTrusted) return reject('sender');
      const request = ipcRequestSchema.safeParse(message);
      if (!request.success) return reject('shape');
      const key = `${sender.id}:${request.data.id}`;
      if (request.data.kind === 'cancel') {
        pending.get(key)?.abort();
        return { ok: true, value: undefined };
      }
      if (!Object.hasOwn(routes, request.data.route)) return reject('route');
      if (pending.has(key)) return reject('shape');
      if (pending.size >= maxPending) return reject('busy');
      return run(key, request.data.route as RouteName, request.data.input); // hasOwn has checked it
    },
    cancelAll: (senderId) => {
      for (const [key, controller] of pending) if (key.startsWith(`${senderId}:`)) controller.abort();
    },
    refusals: () => ({ ...counts }),
  };
}
