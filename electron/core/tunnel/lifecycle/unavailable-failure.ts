import type { Failure } from '../../../contract/failure.ts';
import type { TunnelState } from '../state/tunnel-state.ts';

/** Why a request could not wait any longer. */
export function unavailableFailure(state: TunnelState): Failure {
  return { code: 'tunnel-unavailable', ...sentences(state) };
}

function sentences(state: TunnelState): Pick<Failure, 'message' | 'remedy'> {
  switch (state.kind) {
    case 'idle':
    case 'stopped':
      return { message: 'The tunnel is switched off.', remedy: 'Switch the tunnel on and ask again.' };
    case 'waiting-for-user':
      return {
        message: `The tunnel waits for an answer of yours about ${state.question.hop}.`,
        remedy: 'Answer the question, then ask again.',
      };
    case 'waiting-to-retry':
    case 'failed':
      return { message: `The tunnel is down. ${state.failure.message}`, remedy: state.failure.remedy };
    case 'connecting':
    case 'ready':
    case 'suspect':
      return { message: 'The tunnel was not up in time.', remedy: 'Check that this computer is online and ask again.' };
  }
}
