import { cancelledCall, reviveResult, unexpected, type Failed, type Result } from '../../electron/contract/failure.ts';
import type { RouteInput, RouteName, RouteOutput } from '../../electron/contract/routes.ts';
import type { PreloadBridge } from '../../electron/contract/ipc.ts';

/** How a call may be withdrawn. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

type CallArguments<R extends RouteName> =
  undefined extends RouteInput<R> ? [input?: undefined, options?: CallOptions] : [input: RouteInput<R>, options?: CallOptions];

/** Asks the main process for one thing; never rejects. */
export type Call = <R extends RouteName>(route: R, ...rest: CallArguments<R>) => Promise<Result<RouteOutput<R>>>;

/** Makes the typed call over the untyped bridge. */
export function createCall(bridge: Pick<PreloadBridge, 'call'>): Call {
  let nextId = 0;

  return async function call<R extends RouteName>(route: R, ...rest: CallArguments<R>): Promise<Result<RouteOutput<R>>> {
    const [input, options] = rest;
    const signal = options?.signal;
    if (signal?.aborted === true) return cancelledCall;

    const id = nextId++;
    const answer = bridge
      .call({ kind: 'call', id, route, input })
      .then((value) => reviveResult<RouteOutput<R>>(value))
      .catch(unexpected);
    if (signal === undefined) return answer;

    const withdrawal = Promise.withResolvers<Failed>();
    const withdraw = () => {
      withdrawal.resolve(cancelledCall);
      // The answer to a cancellation carries nothing, and its failure changes nothing for the caller.
      bridge.call({ kind: 'cancel', id }).catch(() => undefined);
    };
    signal.addEventListener('abort', withdraw, { once: true });
    try {
      return await Promise.race([answer, withdrawal.promise]);
    } finally {
      signal.removeEventListener('abort', withdraw);
    }
  };
}
