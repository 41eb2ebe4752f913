import type { AgentSettings } from '../../../contract/agent.ts';
import type { Failure } from '../../../contract/failure.ts';

/** Why the plain forward, which can be shown no key, lets nobody in; null where it lets the user's own programs in, or is off. */
export function forwardUnavailable({ isOn, plainForwardPort, keyOnDirect }: AgentSettings, canTellUser: boolean): Failure | null {
  if (!isOn || plainForwardPort === null || keyOnDirect === 'never') return null;
  const remedy = 'Let direct paths go without a key, or use the address of the agent instead.';
  if (keyOnDirect === 'always') {
    return { code: 'refused', message: 'The plain forward lets nobody in: every path asks for a key, and it can be shown none.', remedy };
  }
  if (canTellUser) return null;
  return {
    code: 'refused',
    message: 'The plain forward lets nobody in: on this computer it can not be told whose program connects, and it can be shown no key.',
    remedy,
  };
}
