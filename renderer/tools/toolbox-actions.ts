import type { Result } from '../../electron/contract/failure.ts';
import type { SavedTool, Toolbox, ToolDraft, ToolServer, ToolServerDraft } from '../../electron/contract/tool.ts';
import { formatCount } from '../shared/format.ts';
import type { Session } from '../state/session.ts';

/** What can be done with tools. Where nothing comes back, a failure is reported. */
export interface ToolboxActions {
  /** `id` null: a new one. What is wrong is the caller's to show. */
  readonly put: (id: string | null, tool: ToolDraft) => Promise<Result<Toolbox>>;
  readonly putServer: (id: string | null, server: ToolServerDraft) => Promise<Result<Toolbox>>;
  readonly turn: (tool: SavedTool, isEnabled: boolean) => Promise<void>;
  readonly turnServer: (server: ToolServer, isEnabled: boolean) => Promise<void>;
  /** Connects a server that has failed once more. */
  readonly tryAgain: (server: ToolServer) => Promise<void>;
  readonly remove: (tool: SavedTool) => Promise<void>;
  /** Removes a server, and those of our tools that it runs. */
  readonly removeServer: (server: ToolServer) => Promise<void>;
  /** Keeps several new ones, one after the other. */
  readonly add: (tools: readonly ToolDraft[]) => Promise<void>;
  /** Asks in a dialog of the main process. */
  readonly approve: (tool: SavedTool) => Promise<void>;
  readonly approveServer: (server: ToolServer) => Promise<void>;
  /** Whether it was done. */
  readonly allowHost: (host: string, isAllowed: boolean) => Promise<boolean>;
  readonly exportAll: () => Promise<void>;
  readonly importSome: () => Promise<void>;
}

/** Makes the actions. */
export function createToolboxActions({ bridge: { call }, toolbox, report, toaster }: Session): ToolboxActions {
  const take = (result: Result<Toolbox>): Result<Toolbox> => {
    if (result.ok) toolbox.take(result.value);
    return result;
  };
  const put: ToolboxActions['put'] = async (id, tool) => take(await call('tools.put', { id, tool }));
  const putServer: ToolboxActions['putServer'] = async (id, server) => take(await call('tools.putServer', { id, server }));
  const told = async (asked: Promise<Result<Toolbox>>): Promise<boolean> => {
    const result = take(await asked);
    if (!result.ok) report(result.failure);
    return result.ok;
  };
  const all = async <T>(items: readonly T[], act: (item: T) => Promise<Result<Toolbox>>): Promise<boolean> => {
    for (const item of items) if (!(await told(act(item)))) return false;
    return true;
  };
  const known = (): Pick<Toolbox, 'tools' | 'servers' | 'allowedHosts'> => {
    const heard = toolbox.read();
    return heard.state === 'known' ? heard.value : { tools: [], servers: [], allowedHosts: [] };
  };
  const remove = (tool: SavedTool) => call('tools.remove', { id: tool.id });
  const restore = (...items: readonly (SavedTool | ToolServer)[]) => void told(call('tools.restore', { ids: items.map(({ id }) => id) }));

  return {
    put,
    putServer,
    turn: async (tool, isEnabled) => void (await told(put(tool.id, { ...draftOf(tool), isEnabled }))),
    turnServer: async (server, isEnabled) => void (await told(putServer(server.id, { ...serverDraftOf(server), isEnabled }))),
    tryAgain: async (server) => void (await told(putServer(server.id, serverDraftOf(server)))),
    remove: async (tool) => {
      if (!(await told(remove(tool)))) return;
      toaster.show({ title: `Tool “${tool.name}” removed`, action: { label: 'Undo', onSelect: () => restore(tool) } });
    },
    removeServer: async (server) => {
      const own = known().tools.filter(({ binding }) => binding.kind === 'mcp' && binding.serverId === server.id);
      if (!(await all(own, remove)) || !(await told(call('tools.removeServer', { id: server.id })))) return;
      toaster.show({
        title: `Server “${server.name}” removed${own.length === 0 ? '' : `, with ${formatCount(own.length, 'tool', 'tools')}`}`,
        action: { label: 'Undo', onSelect: () => restore(server, ...own) },
      });
    },
    add: async (tools) => {
      if (!(await all(tools, (tool) => put(null, tool)))) return;
      toaster.show({
        title: `${formatCount(tools.length, 'tool', 'tools')} added`,
        description: 'Choose them for a conversation in its parameters.',
      });
    },
    approve: async ({ id }) => void (await told(call('shell.approveTool', { id }))),
    approveServer: async ({ id }) => void (await told(call('shell.approveToolServer', { id }))),
    allowHost: (host, isAllowed) => told(call('shell.allowToolHost', { host, isAllowed })),
    exportAll: async () => {
      const result = await call('shell.exportTools');
      if (!result.ok) report(result.failure);
      else if (result.value.file !== null) toaster.show({ title: 'Tools saved', description: result.value.file });
    },
    importSome: async () => {
      const before = known();
      if (!(await told(call('shell.importTools')))) return;
      const after = known();
      const added = after.tools.length + after.servers.length - before.tools.length - before.servers.length;
      if (added > 0) toaster.show({ title: `${added} imported, switched off`, description: 'Look at each one, then switch it on.' });
    },
  };
}

function draftOf({ name, description, parameters, binding, isEnabled, runsByItself }: SavedTool): ToolDraft {
  return { name, description, parameters, binding, isEnabled, runsByItself };
}

function serverDraftOf({ name, transport, isEnabled }: ToolServer): ToolServerDraft {
  return { name, transport, isEnabled };
}
