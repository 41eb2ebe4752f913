import type { Failure, Result } from '../../electron/contract/failure.ts';
import { failure } from '../../electron/contract/failures/fail.ts';
import type { SavedTool, Toolbox, ToolDraft, ToolServer, ToolServerDraft } from '../../electron/contract/tool.ts';
import type { Session } from '../state/session.ts';
import { uiText } from '../ui/text.ts';
import { toolsText } from './text.ts';

/** Actions on tools and servers. Those that return void report their failures. */
export type ToolboxActions = ReturnType<typeof createToolboxActions>;

export function createToolboxActions({ bridge: { call }, toolbox, report, toaster }: Session) {
  const update = (result: Result<Toolbox>): Result<Toolbox> => {
    if (result.ok) toolbox.set(result.value);
    return result;
  };
  const put = async (id: string | null, tool: ToolDraft): Promise<Result<Toolbox>> => update(await call('tools.put', { id, tool }));
  const putServer = async (id: string | null, server: ToolServerDraft): Promise<Result<Toolbox>> =>
    update(await call('tools.putServer', { id, server }));
  const applyOrReport = async (pending: Promise<Result<Toolbox>>): Promise<boolean> => {
    const result = update(await pending);
    if (!result.ok) report(result.failure);
    return result.ok;
  };
  const remove = (tool: SavedTool) => call('tools.remove', { id: tool.id });
  const removeAll = async (tools: readonly SavedTool[]): Promise<boolean> => {
    for (const tool of tools) if (!(await applyOrReport(remove(tool)))) return false;
    return true;
  };
  const currentToolbox = (): Pick<Toolbox, 'tools' | 'servers' | 'allowedHosts'> => {
    return toolbox.read().value ?? { tools: [], servers: [], allowedHosts: [] };
  };
  const restore = (...items: readonly (SavedTool | ToolServer)[]) =>
    void applyOrReport(call('tools.restore', { ids: items.map(({ id }) => id) }));

  return {
    /** Saves a tool; a new one if `id` is null. The caller shows failures. */
    put,
    putServer,
    setEnabled: async (tool: SavedTool, isEnabled: boolean) => void (await applyOrReport(put(tool.id, { ...tool, isEnabled }))),
    setServerEnabled: async (server: ToolServer, isEnabled: boolean) =>
      void (await applyOrReport(putServer(server.id, { ...server, isEnabled }))),
    /** Connects a failed server again. */
    retryServer: async (server: ToolServer) => void (await applyOrReport(putServer(server.id, server))),
    remove: async (tool: SavedTool): Promise<void> => {
      if (!(await applyOrReport(remove(tool)))) return;
      toaster.show({ title: toolsText.tools.deleted(tool.name), action: { label: uiText.undo, onSelect: () => restore(tool) } });
    },
    /** Removes a server and the tools that it runs. */
    removeServer: async (server: ToolServer): Promise<void> => {
      const ownTools = currentToolbox().tools.filter(({ binding }) => binding.kind === 'mcp' && binding.serverId === server.id);
      if (!(await removeAll(ownTools)) || !(await applyOrReport(call('tools.removeServer', { id: server.id })))) return;
      toaster.show({
        title: toolsText.servers.deleted(server.name, ownTools.length),
        action: { label: uiText.undo, onSelect: () => restore(server, ...ownTools) },
      });
    },
    /** Saves several new tools one by one, and reports those that can't be saved, together if the cause is the same. */
    addAll: async (tools: readonly ToolDraft[]): Promise<void> => {
      let added = 0;
      const rejected = new Map<string, { readonly cause: Failure; readonly names: readonly string[] }>();
      for (const tool of tools) {
        const result = await put(null, tool);
        if (result.ok) added += 1;
        else {
          const key = JSON.stringify(result.failure);
          const names = rejected.get(key)?.names ?? [];
          rejected.set(key, { cause: result.failure, names: [...names, tool.name] });
        }
      }
      if (added > 0) toaster.show({ title: toolsText.tools.added(added), description: toolsText.tools.addedHint(added) });
      for (const { cause, names } of rejected.values()) report(failure('tools-not-added', { names, cause }));
    },
    /** Asks for approval outside the page. */
    approve: async ({ id }: SavedTool) => void (await applyOrReport(call('shell.approveTool', { id }))),
    approveServer: async ({ id }: ToolServer) => void (await applyOrReport(call('shell.approveToolServer', { id }))),
    /** Returns whether the host is allowed now. */
    allowHost: (host: string) => applyOrReport(call('tools.allowHost', { host, isAllowed: true })),
    removeHost: async (host: string) => void (await applyOrReport(call('tools.allowHost', { host, isAllowed: false }))),
    exportTools: async (): Promise<void> => {
      const result = await call('shell.exportTools');
      if (!result.ok) report(result.failure);
      else if (result.value.file !== null) toaster.show({ title: toolsText.tools.exported, description: result.value.file });
    },
    importTools: async (): Promise<void> => {
      const before = currentToolbox();
      if (!(await applyOrReport(call('shell.importTools')))) return;
      const after = currentToolbox();
      const added = after.tools.length + after.servers.length - before.tools.length - before.servers.length;
      if (added > 0) toaster.show({ title: toolsText.tools.imported(added), description: toolsText.tools.importedHint });
    },
  };
}
