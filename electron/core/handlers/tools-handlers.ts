import { ok } from '../../contract/failure.ts';
import type { Handlers } from '../../contract/routes.ts';
import type { Tools } from '../tools/tools.ts';

type ToolsRoute = 'tools.read' | 'tools.put' | 'tools.remove' | 'tools.putServer' | 'tools.removeServer' | 'tools.restore';

/** Answers what the window asks about tools. Nothing here approves: that is the shell's, after a dialog of its own. */
export function toolsHandlers(tools: Tools): Handlers<ToolsRoute, unknown> {
  return {
    'tools.read': () => ok(tools.read()),
    'tools.put': ({ id, tool }) => tools.put(id, tool),
    'tools.remove': ({ id }) => tools.remove(id),
    'tools.putServer': ({ id, server }) => tools.putServer(id, server),
    'tools.removeServer': ({ id }) => tools.removeServer(id),
    'tools.restore': ({ ids }) => tools.restore(ids),
  };
}
