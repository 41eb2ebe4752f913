import { ok } from '../../contract/failure.ts';
import type { Handlers } from '../../contract/routes.ts';
import type { Agent } from '../agent/agent.ts';

type AgentRoute = 'agent.read' | 'agent.change' | 'agent.createKey' | 'agent.revokeKey' | 'agent.requests' | 'agent.recordBodies';

/** Answers what the window asks about the agent. */
export function agentHandlers(agent: Agent): Handlers<AgentRoute, unknown> {
  return {
    'agent.read': () => ok(agent.read()),
    'agent.change': (change) => agent.change(change),
    'agent.createKey': ({ name }) => agent.createKey(name),
    'agent.revokeKey': ({ id }) => agent.revokeKey(id),
    'agent.requests': () => ok(agent.requests()),
    'agent.recordBodies': ({ minutes }) => {
      agent.recordBodies(minutes);
      return ok(undefined);
    },
  };
}
