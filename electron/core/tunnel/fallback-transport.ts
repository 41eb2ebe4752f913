import type { FailureCode } from '../../contract/failure.ts';
import type { Transport } from './transport.ts';

export interface FallbackOptions {
  readonly ssh2: Transport;
  readonly openssh: Transport;
  /** Whether there is a system's ssh that can carry a tunnel. */
  readonly isOpensshUsable: () => Promise<boolean>;
  /** Why it carried this tunnel before, as part of a sentence. */
  readonly previousReason: string | undefined;
  /** It carries the tunnel from now on, or no longer (undefined). */
  readonly onTakeOver: (why: string | undefined) => void;
}

/** The system's ssh is missing, too old or can't be set up: that says nothing of the server. */
const programFailures: ReadonlySet<FailureCode> = new Set(['tunnel-program', 'unsupported']);

/** ssh2, until it meets what it can't do; then the system's ssh, for good. */
export function createFallbackTransport({ ssh2, openssh, isOpensshUsable, previousReason, onTakeOver }: FallbackOptions): Transport {
  let fallbackReason = previousReason;

  return {
    connect: async (observer, signal) => {
      if (fallbackReason !== undefined) {
        const result = await openssh.connect(observer, signal);
        if (result.ok || !programFailures.has(result.failure.code)) return result;
        fallbackReason = undefined; // removed since; the server may have learnt something since as well
      }
      let requested: string | undefined;
      const takeOver = { isPossible: isOpensshUsable, request: (reason: string) => void (requested = reason) };
      const ssh2Result = await ssh2.connect({ ...observer, takeOver }, signal);
      if (ssh2Result.ok && previousReason !== undefined) onTakeOver(undefined);
      if (ssh2Result.ok || requested === undefined || signal.aborted || !(await isOpensshUsable())) return ssh2Result;
      const reason: string = requested;
      observer.onNote(`the system's ssh takes over, because ${reason}`);
      const opensshResult = await openssh.connect(observer, signal);
      if (!opensshResult.ok && programFailures.has(opensshResult.failure.code)) return ssh2Result;
      fallbackReason = reason;
      if (opensshResult.ok) onTakeOver(reason);
      return opensshResult;
    },
  };
}
