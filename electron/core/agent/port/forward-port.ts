import type { Socket } from 'node:net';
import type { Failure } from '../../../contract/failure.ts';
import { FailureError } from '../../shared/failure-error.ts';
import { openRawForward, type RawForward } from '../../tunnel/tunnel.ts';
import type { GetActiveService } from '../active-service.ts';

export interface ForwardOptions {
  readonly ground: GetActiveService;
  /** Whether who has connected may come in. */
  readonly mayEnter: (socket: Socket) => Promise<boolean>;
}

/** Keeps the plain forward where the user wants one. */
export interface ForwardPort {
  /** Null: nowhere. Settles when that is so, or has failed. */
  readonly follow: (port: number | null) => Promise<void>;
  /** Why it is not there, where it is wanted. */
  readonly failure: () => Failure | null;
}

/** Nothing is open yet. */
export function openForwardPort({ ground, mayEnter }: ForwardOptions): ForwardPort {
  let open: { readonly port: number; readonly forward: RawForward } | undefined;
  let failure: Failure | null = null;
  let turn: Promise<unknown> = Promise.resolve();

  const apply = async (port: number | null): Promise<void> => {
    if ((open?.port ?? null) === port && failure === null) return;
    await open?.forward.close();
    open = undefined;
    failure = null;
    if (port === null) return;
    const opened = await openRawForward({
      port,
      target: { host: '', port: 0 }, // the service's own, which the dial below asks for when it is used
      isAllowed: mayEnter,
      dial: async (_target, signal) => {
        const reached = await ground();
        if (!reached.ok) throw new FailureError(reached.failure);
        return reached.value.dialDirect(reached.value.serviceAddress, signal);
      },
    });
    if (opened.ok) open = { port, forward: opened.value };
    else failure = opened.failure;
  };

  return {
    failure: () => failure,
    follow: (port) => {
      const applied = turn.then(() => apply(port));
      turn = applied.catch(() => undefined);
      return applied;
    },
  };
}
