import type { TunnelEvent } from './tunnel-state.ts';

/** Why the state changed, in words for the history. */
export function describeEvent(event: TunnelEvent): string {
  switch (event.kind) {
    case 'started':
    case 'suspected':
    case 'hurried':
    case 'stopped':
      return event.cause;
    case 'trying':
      return event.identity === undefined ? `reaching ${event.hop}` : `offering ${event.identity} to ${event.hop}`;
    case 'asked':
      return `${event.question.hop} needs an answer`;
    case 'answered':
      return 'the question is settled';
    case 'connected':
      return 'logged in';
    case 'not-connected':
    case 'lost':
    case 'forbidden':
      return event.failure.message;
    case 'alive':
      return 'the instance answered';
    case 'due':
      return 'time for the next attempt';
    case 'unused':
      return 'not used for a while';
  }
}
