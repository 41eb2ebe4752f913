import type { Tool } from '../../contract/conversation.ts';
import { describeFailure } from '../../contract/failures/render-failure.ts';
import { randomUUID } from 'node:crypto';
import { ok, type Result } from '../../contract/failure.ts';
import { fail, unexpected } from '../../contract/failures/fail.ts';
import type { Toolbox, ToolBinding, ToolDraft, ToolServerDraft } from '../../contract/tool.ts';
import { createPublicWeb, parseAllowedHost, type PublicWebOptions } from '../public-web/public-web.ts';
import type { Clock } from '../shared/clock.ts';
import { createItemOrder } from '../shared/item-order.ts';
import { openDocument } from '../shared/stored-document.ts';
import {
  approvalOf,
  revokeIfChanged,
  toolsFormat,
  type StoredServer,
  type StoredTool,
  type StoredTools,
  approvedWith,
  describeForApproval,
  describeToolbox,
} from './stored-tools.ts';
import { findProgramEnvironment } from './bindings/process-environment.ts';
import { toolsText } from './text.ts';
import { validateServer, validateTool } from './validate-tool.ts';
import { createMcpServers, type McpServersOptions } from './mcp/servers.ts';
import { runTool, type ToolOutcome } from './run-tool.ts';
import { checkArguments } from './check-arguments.ts';
import { readToolsFile, writeToolsFile } from './tools-file.ts';

export type { ToolOutcome } from './run-tool.ts';

export interface ToolsOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly version: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Reads the PATH of the user's shell, which a program started from the desktop lacks. Defaults to nothing. */
  readonly readLoginShell?: () => Promise<{ readonly PATH?: string }>;
  /** Removes secrets from a server's output. */
  readonly redact: (text: string) => string;
  readonly onChange: (toolbox: Toolbox) => void;
  readonly onLog: (event: string, fields: Readonly<Record<string, unknown>>) => void;
  /** For tests. Defaults to the system's resolver and authorities, and the usual delays. */
  readonly resolve?: PublicWebOptions['resolve'];
  readonly authorities?: PublicWebOptions['authorities'];
  readonly retryMs?: McpServersOptions['retryMs'];
}

/** A tool as a conversation offers it to a model. */
export interface OfferedTool {
  readonly id: string;
  readonly tool: Tool;
  readonly binding: ToolBinding['kind'];
  readonly runsByItself: boolean;
}

/** Stores and runs the user's tools. */
export type Tools = Awaited<ReturnType<typeof openTools>>;

/** Opens `tools.json` in the data folder. Servers start at the first read. */
export async function openTools(options: ToolsOptions) {
  const { folder, clock, version, redact, onLog } = options;
  const document = await openDocument({ ...toolsFormat(folder), onInvalid: (problem) => onLog('storage.invalid', problem) });
  const readEnvironment = () => findProgramEnvironment(options.environment, options.readLoginShell ?? (async () => ({})));
  const web = createPublicWeb({
    listedHosts: () => document.read().allowedHosts,
    ...(options.resolve ? { resolve: options.resolve } : {}),
    ...(options.authorities ? { authorities: options.authorities } : {}),
  });
  const servers = createMcpServers({
    open: async (...session) => {
      // loaded at the first use, because the SDK is large
      const { createSessionOpener } = await import('./mcp/open-session.ts');
      return createSessionOpener({ web, readEnvironment, redact, version })(...session);
    },
    now: clock.now,
    onChange: () => options.onChange(face()),
    onLog,
    ...(options.retryMs ? { retryMs: options.retryMs } : {}),
  });
  let isAwake = false;
  // removed items can be restored under their ids, which conversations use, but without their approval
  const removed = new Map<string, StoredTool | StoredServer>();
  const toolOrder = createItemOrder();
  const serverOrder = createItemOrder();

  const face = (): Toolbox => describeToolbox(document.read(), servers.status);
  const wake = (): void => {
    isAwake = true;
    const wanted = document.read().servers.filter((server) => server.isEnabled && approvalOf(server) !== 'needed');
    servers.want(wanted.map(({ id, name, transport }) => ({ id, name, transport })));
  };
  const save = async (edit: (stored: StoredTools) => Partial<StoredTools>): Promise<Result<Toolbox>> => {
    const saving = document.change((stored) => ({ ...stored, ...edit(stored) }));
    wake();
    options.onChange(face());
    const saved = await saving;
    return saved.ok ? ok(face()) : saved;
  };
  const findTool = (id: string): StoredTool | undefined => document.read().tools.find((tool) => tool.id === id);
  const findServer = (id: string): StoredServer | undefined => document.read().servers.find((server) => server.id === id);
  const isReachable = ({ binding }: StoredTool): boolean => {
    if (binding.kind !== 'mcp') return true;
    const { state, tools } = servers.status(binding.serverId);
    return state === 'connecting' || (state === 'connected' && tools.some(({ name }) => name === binding.tool));
  };

  const stop = new AbortController();
  const running = new Set<Promise<ToolOutcome>>();
  const close = async (): Promise<void> => {
    stop.abort();
    await Promise.all([servers.close(), ...running]);
    await web.dispose();
    await document.settled();
  };
  let closing: Promise<void> | undefined;

  return {
    problem: document.problem,
    /** The first call connects the servers. */
    read: (): Toolbox => {
      if (!isAwake) wake();
      return face();
    },
    put: async (id: string | null, draft: ToolDraft): Promise<Result<Toolbox>> => {
      const stored = document.read();
      const before = id === null ? undefined : findTool(id);
      if (id !== null && !before) return fail('tool-not-found');
      const checked = validateTool(draft, id, stored);
      if (!checked.ok) return checked;
      // keeps the old hash, which only counts while the arguments are the same
      const tool = revokeIfChanged<StoredTool>({ ...draft, id: id ?? randomUUID(), approvedHash: before?.approvedHash ?? null });
      return save(({ tools }) => ({ tools: toolOrder.put(tools, tool) }));
    },
    remove: async (id: string): Promise<Result<Toolbox>> => {
      const tool = findTool(id);
      if (!tool) return fail('tool-not-found');
      removed.set(id, { ...tool, approvedHash: null });
      return save(({ tools }) => ({ tools: toolOrder.remove(tools, id) }));
    },
    putServer: async (id: string | null, draft: ToolServerDraft): Promise<Result<Toolbox>> => {
      const stored = document.read();
      const before = id === null ? undefined : findServer(id);
      if (id !== null && !before) return fail('tool-server-not-found');
      const checked = validateServer(draft, id, stored);
      if (!checked.ok) return checked;
      const server = revokeIfChanged<StoredServer>({ ...draft, id: id ?? randomUUID(), approvedHash: before?.approvedHash ?? null });
      servers.tryAgain();
      return save((stored) => ({ servers: serverOrder.put(stored.servers, server) }));
    },
    removeServer: async (id: string): Promise<Result<Toolbox>> => {
      const server = findServer(id);
      if (!server) return fail('tool-server-not-found');
      const user = document.read().tools.find(({ binding }) => binding.kind === 'mcp' && binding.serverId === id);
      if (user) return fail('tool-server-in-use', { tool: user.name });
      removed.set(id, { ...server, approvedHash: null });
      return save(({ servers }) => ({ servers: serverOrder.remove(servers, id) }));
    },
    /** Restores removed tools and servers without their approval, servers before the tools that need them. */
    restore: async (ids: readonly string[]): Promise<Result<Toolbox>> => {
      let restored = document.read();
      for (const id of ids) {
        const item = removed.get(id);
        if (!item) return fail('tool-not-found');
        const isTool = 'binding' in item;
        const checked = isTool ? validateTool(item, id, restored) : validateServer(item, id, restored);
        if (!checked.ok) return checked;
        restored = isTool
          ? { ...restored, tools: toolOrder.put(restored.tools, item) }
          : { ...restored, servers: serverOrder.put(restored.servers, item) };
      }
      for (const id of ids) removed.delete(id);
      return save(() => restored);
    },
    /** Returns those of the tools that are enabled, approved if needed, and reachable or starting. Starts their failed servers again. */
    offer: (ids: readonly string[]): readonly OfferedTool[] => {
      if (!isAwake) wake();
      const offered = document.read().tools.filter((tool) => ids.includes(tool.id) && tool.isEnabled && approvalOf(tool) !== 'needed');
      for (const { binding } of offered) if (binding.kind === 'mcp') servers.startFailed(binding.serverId);
      return offered.filter(isReachable).map(({ id, name, description, parameters, binding, runsByItself }) => ({
        id,
        tool: { name, description, parameters },
        binding: binding.kind,
        runsByItself,
      }));
    },
    /** Runs one call after checking its arguments. Never rejects. Not for `ask`. */
    run: async (id: string, argumentsText: string, signal: AbortSignal): Promise<ToolOutcome> => {
      if (!isAwake) wake();
      const tool = findTool(id);
      const startedAt = clock.now();
      const either = AbortSignal.any([signal, stop.signal]);
      const run = runTool(tool, argumentsText, { web, servers, readEnvironment }, either).catch((error: unknown): ToolOutcome => {
        onLog('tools.bug', { tool: tool?.name, error });
        return { text: describeFailure(unexpected().failure).message, isError: true, by: 'causeway' };
      });
      running.add(run);
      const outcome = await run;
      running.delete(run);
      onLog('tools.ran', { tool: tool?.name, binding: tool?.binding.kind, isError: outcome.isError, ms: clock.now() - startedAt });
      return outcome;
    },
    /** Returns what is wrong with the arguments, for the model, or undefined. */
    checkArguments: (id: string, argumentsText: string): string | undefined => {
      const tool = findTool(id);
      if (!tool) return toolsText.gone;
      const checked = checkArguments(tool.parameters, argumentsText);
      return checked.isValid ? undefined : checked.complaint;
    },

    // only for the shell, which asks the user outside the page; no route of the core reaches the four
    describeForApproval: (id: string) => describeForApproval(findTool(id)),
    approve: async (id: string, hash: string): Promise<Result<Toolbox>> => {
      const approved = approvedWith(findTool(id), hash);
      return approved.ok ? save(({ tools }) => ({ tools: toolOrder.put(tools, approved.value) })) : approved;
    },
    describeServerForApproval: (id: string) => describeForApproval(findServer(id)),
    approveServer: async (id: string, hash: string): Promise<Result<Toolbox>> => {
      const approved = approvedWith(findServer(id), hash);
      return approved.ok ? save((stored) => ({ servers: serverOrder.put(stored.servers, approved.value) })) : approved;
    },
    allowHost: async (host: string, isAllowed: boolean): Promise<Result<Toolbox>> => {
      const entry = parseAllowedHost(host);
      if (!entry.ok) return entry;
      const saving = save(({ allowedHosts }) => {
        const others = allowedHosts.filter((other) => other !== entry.value);
        return { allowedHosts: isAllowed ? [...others, entry.value] : others };
      });
      if (isAllowed) servers.tryAgain(); // a server may have needed this host
      return saving;
    },
    exportText: () => writeToolsFile(document.read()),
    /** Imported tools are disabled, do not run by themselves and are not approved. */
    importText: async (text: string): Promise<Result<Toolbox>> => {
      const read = readToolsFile(text, document.read());
      return read.ok ? save(() => read.value) : read;
    },

    /** Ends running calls and the servers. */
    close: (): Promise<void> => (closing ??= close()),
  };
}
