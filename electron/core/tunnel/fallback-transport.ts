import type { FailureCode } from '../../contract/failure.ts';
import type { Transport } from './transport.ts';

export interface FallbackOptions {
  readonly ssh2: Transport;
  readonly openssh: Transport;
  /** Whether there is a system's ssh that can carry a tunnel. */
  readonly canOpenssh: () => Promise<boolean>;
  /** Why it carried this tunnel before, as part of a sentence. */
  readonly why: string | undefined;
  /** It carries the tunnel from now on, or no longer (undefined). */
  readonly onTakeOver: (why: string | undefined) => void;
}

/** The system's ssh is missing, too old or can't be set up: that says nothing of the server. */
const ofTheProgram: ReadonlySet<FailureCode> = new Set(['tunnel-program', 'unsupported']);

/** ssh2, until it meets what it can't do; then the system's ssh, for good. */
export function createFallbackTransport({ ssh2, openssh, canOpenssh, why, onTakeOver }: FallbackOptions): Transport {
  let carriedBecause = why;

  return {
    connect: async (watch, signal) => {
      if (carriedBecause !== undefined) {
        const carried = await openssh.connect(watch, signal);
        if (carried.ok || !ofTheProgram.has(carried.failure.code)) return carried;
        carriedBecause = undefined; // removed since; the server may have learnt something since as well
      }
      let requested: string | undefined;
      const takeOver = { isPossible: canOpenssh, request: (reason: string) => void (requested = reason) };
      const own = await ssh2.connect({ ...watch, takeOver }, signal);
      if (own.ok && why !== undefined) onTakeOver(undefined);
      if (own.ok || requested === undefined || signal.aborted || !(await canOpenssh())) return own;
      const reason: string = requested;
      watch.onNote(`the system's ssh takes over, because ${reason}`);
      const other = await openssh.connect(watch, signal);
      if (!other.ok && ofTheProgram.has(other.failure.code)) return own;
      carriedBecause = reason;
      if (other.ok) onTakeOver(reason);
      return other;
    },
  };
}
