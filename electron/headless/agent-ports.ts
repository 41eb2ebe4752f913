import { defaultAgentSettings, type AgentSettings } from '../contract/agent.ts';

/** The ports for one run: the given one, or the usual one whatever an earlier run was given. The other profile's never is the same. */
export function agentPorts(isDemo: boolean, given: number | undefined): Pick<AgentSettings, 'port' | 'demoPort'> {
  const { port, demoPort } = defaultAgentSettings;
  const [usual, others] = isDemo ? [demoPort, port] : [port, demoPort];
  const own = given ?? usual;
  const other = own === others ? usual : others;
  return isDemo ? { demoPort: own, port: other } : { port: own, demoPort: other };
}
