import type { FailureCode } from '../../contract/failure.ts';
import type { Transport } from './transport.ts';
import { activityText } from './text.ts';

export interface FallbackOptions {
  readonly ssh2: Transport;
  readonly openssh: Transport;
  /** Returns whether the system's ssh can carry a tunnel. */
  readonly isOpensshUsable: () => Promise<boolean>;
  /** Why the system's ssh carried this tunnel before, as part of a sentence. */
  readonly previousReason: string | undefined;
  /** Called with the reason when the system's ssh takes over, and with undefined when ssh2 connects again. */
  readonly onTakeOver: (why: string | undefined) => void;
}

/** The system's ssh is missing, too old or can't be set up. These say nothing about the server. */
const programFailures: ReadonlySet<FailureCode> = new Set(['tunnel-program', 'unsupported']);

/** Creates a transport that uses ssh2 until ssh2 lacks a feature, and then the system's ssh. */
export function createFallbackTransport({ ssh2, openssh, isOpensshUsable, previousReason, onTakeOver }: FallbackOptions): Transport {
  let fallbackReason = previousReason;

  return {
    connect: async (observer, signal) => {
      if (fallbackReason !== undefined) {
        const result = await openssh.connect(observer, signal);
        if (result.ok || !programFailures.has(result.failure.code)) return result;
        fallbackReason = undefined; // ssh was removed, so try ssh2 again, because the server may have changed too
      }
      let requested: string | undefined;
      const takeOver = { isPossible: isOpensshUsable, request: (reason: string) => void (requested = reason) };
      const ssh2Result = await ssh2.connect({ ...observer, takeOver }, signal);
      if (ssh2Result.ok && previousReason !== undefined) onTakeOver(undefined);
      if (ssh2Result.ok || requested === undefined || signal.aborted || !(await isOpensshUsable())) return ssh2Result;
      const reason: string = requested;
      observer.onNote(activityText.takeOver(reason));
      const opensshResult = await openssh.connect(observer, signal);
      if (!opensshResult.ok && programFailures.has(opensshResult.failure.code)) return ssh2Result;
      fallbackReason = reason;
      if (opensshResult.ok) onTakeOver(reason);
      return opensshResult;
    },
  };
}
