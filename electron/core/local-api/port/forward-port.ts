import type { Socket } from 'node:net';
import type { Failure } from '../../../contract/failure.ts';
import { failure } from '../../../contract/failures/fail.ts';
import { FailureError } from '../../shared/failure-error.ts';
import { openRawForward, type RawForward } from '../../tunnel/tunnel.ts';
import type { GetActiveService } from '../request-context.ts';
import type { LocalApiSettings } from '../../../contract/local-api.ts';

export interface ForwardPortOptions {
  readonly getService: GetActiveService;
  /** Returns true if the connected program is allowed. */
  readonly authorize: (socket: Socket) => Promise<boolean>;
}

/** Keeps the raw forward open on the user's port. */
export type ForwardPort = ReturnType<typeof openForwardPort>;

/** Creates the port. It opens at the first `sync`. */
export function openForwardPort({ getService, authorize }: ForwardPortOptions) {
  let open: { readonly port: number; readonly forward: RawForward } | undefined;
  let openFailure: Failure | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  const apply = async (port: number | null): Promise<void> => {
    if ((open?.port ?? null) === port && openFailure === null) return;
    await open?.forward.close();
    open = undefined;
    openFailure = null;
    if (port === null) return;
    const opened = await openRawForward({
      port,
      target: { host: '', port: 0 }, // unused: the dial below asks for the service's address each time
      isAllowed: authorize,
      dial: async (_target, signal) => {
        const service = await getService();
        if (!service.ok) throw new FailureError(service.failure);
        return service.value.dialDirect(service.value.serviceAddress, signal);
      },
    });
    if (opened.ok) open = { port, forward: opened.value };
    else openFailure = opened.failure;
  };

  return {
    /** Returns why it isn't open, if it should be. */
    failure: (): Failure | null => openFailure,
    /** Moves to this port, or closes if it is null. Settles when done or failed. */
    sync: (port: number | null): Promise<void> => {
      const applied = queue.then(() => apply(port));
      queue = applied.catch(() => undefined);
      return applied;
    },
  };
}

/** Returns why raw forwarding is blocked (it can't carry a key), or null if it is off or open to the user's own programs. */
export function forwardUnavailable({ isOn, plainForwardPort, keyOnDirect }: LocalApiSettings, canTellUser: boolean): Failure | null {
  if (!isOn || plainForwardPort === null || keyOnDirect === 'never') return null;
  if (keyOnDirect === 'always') return failure('raw-forwarding-needs-key');
  return canTellUser ? null : failure('raw-forwarding-unknown-caller');
}
