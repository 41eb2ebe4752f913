import type { Failure } from '../../../contract/failure.ts';
import { errorCode, errorMessage } from '../../shared/node-error.ts';

/** Why a port could not be opened. */
export function portFailure(error: unknown, port: number, heldBy: string | null, nextFreePort: number | null): Failure {
  if (errorCode(error) !== 'EADDRINUSE') {
    return {
      code: 'port-taken',
      message: `Port ${port} of this computer can not be opened: ${errorMessage(error)}.`,
      remedy: nextFreePort === null ? 'Choose another port.' : `Choose another port, such as ${nextFreePort}.`,
    };
  }
  return {
    code: 'port-taken',
    message: `Port ${port} of this computer is held by ${heldBy ?? 'another program'}.`,
    remedy: nextFreePort === null ? 'End that program, or choose another port.' : `End that program, or use port ${nextFreePort} instead.`,
  };
}
