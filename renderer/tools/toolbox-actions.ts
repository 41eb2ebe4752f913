import type { Result } from '../../electron/contract/failure.ts';
import type { KeptTool, Toolbox, ToolDraft, ToolServer, ToolServerDraft } from '../../electron/contract/tool.ts';
import type { Session } from '../state/session.ts';

/** What can be done with tools; each says how it ended. */
export interface ToolboxActions {
  readonly put: (id: string | null, tool: ToolDraft) => Promise<boolean>;
  readonly remove: (tool: KeptTool) => Promise<void>;
  /** Keeps several new ones, one after the other. */
  readonly add: (tools: readonly ToolDraft[]) => Promise<void>;
  readonly putServer: (id: string | null, server: ToolServerDraft) => Promise<boolean>;
  readonly removeServer: (server: ToolServer) => Promise<void>;
  /** Asks in a dialog of the main process. */
  readonly approve: (id: string) => Promise<boolean>;
  readonly approveServer: (id: string) => Promise<boolean>;
  readonly allowHost: (host: string, isAllowed: boolean) => Promise<boolean>;
  readonly exportAll: () => Promise<void>;
  readonly importSome: () => Promise<void>;
}

/** A tool as it is entered, without what is kept beside it. */
export function draftOf({ name, description, parameters, binding, isEnabled, runsByItself }: KeptTool): ToolDraft {
  return { name, description, parameters, binding, isEnabled, runsByItself };
}

/** A server as it is entered. */
export function serverDraftOf({ name, transport, isEnabled }: ToolServer): ToolServerDraft {
  return { name, transport, isEnabled };
}

/** Makes the actions. */
export function createToolboxActions({ bridge: { call }, toolbox, report, toaster }: Session): ToolboxActions {
  const take = (result: Result<Toolbox>) => {
    if (result.ok) toolbox.take(result.value);
    else report(result.failure);
    return result.ok;
  };
  const put = async (id: string | null, tool: ToolDraft) => take(await call('tools.put', { id, tool }));
  const putServer = async (id: string | null, server: ToolServerDraft) => take(await call('tools.putServer', { id, server }));
  return {
    put,
    putServer,
    add: async (tools) => {
      for (const tool of tools) if (!(await put(null, tool))) return;
      toaster.show({
        title: `${tools.length} ${tools.length === 1 ? 'tool' : 'tools'} added`,
        description: 'Choose them for a conversation in its parameters.',
      });
    },
    remove: async (tool) => {
      if (!take(await call('tools.remove', { id: tool.id }))) return;
      toaster.show({ title: `Tool “${tool.name}” removed`, action: { label: 'Undo', onSelect: () => void put(null, draftOf(tool)) } });
    },
    removeServer: async (server) => {
      if (!take(await call('tools.removeServer', { id: server.id }))) return;
      toaster.show({
        title: `Server “${server.name}” removed`,
        action: { label: 'Undo', onSelect: () => void putServer(null, serverDraftOf(server)) },
      });
    },
    approve: async (id) => take(await call('shell.approveTool', { id })),
    approveServer: async (id) => take(await call('shell.approveToolServer', { id })),
    allowHost: async (host, isAllowed) => take(await call('shell.allowToolHost', { host, isAllowed })),
    exportAll: async () => {
      const result = await call('shell.exportTools');
      if (!result.ok) report(result.failure);
      else if (result.value.file !== null) toaster.show({ title: 'Tools saved', description: result.value.file });
    },
    importSome: async () => {
      const before = toolbox.read();
      const known = before.state === 'known' ? before.value.tools.length + before.value.servers.length : 0;
      const result = await call('shell.importTools');
      if (!take(result) || !result.ok) return;
      const added = result.value.tools.length + result.value.servers.length - known;
      if (added > 0) toaster.show({ title: `${added} imported, switched off`, description: 'Look at each one, then switch it on.' });
    },
  };
}
