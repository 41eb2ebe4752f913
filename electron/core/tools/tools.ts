import { describeFailure } from '../../contract/failures/render-failure.ts';
import { randomUUID } from 'node:crypto';
import { ok, type Result } from '../../contract/failure.ts';
import { fail, unexpected } from '../../contract/failures/fail.ts';
import type { Toolbox, ToolServer } from '../../contract/tool.ts';
import { createPublicWeb, parseAllowedHost, type PublicWebOptions } from '../public-web/public-web.ts';
import type { Clock } from '../shared/clock.ts';
import { createItemOrder } from '../shared/item-order.ts';
import { openDocument } from '../shared/stored-document.ts';
import {
  approvalOf,
  commandHash,
  commandOf,
  revokeIfChanged,
  toolsFormat,
  type StoredServer,
  type StoredTool,
  type StoredTools,
} from './stored-tools.ts';
import { placeholdersOf } from './bindings/templates.ts';
import { findProgramEnvironment } from './bindings/process-environment.ts';
import { toolsText } from './text.ts';
import { validateServer, validateTool } from './validate-tool.ts';
import { createMcpServers, type McpServersOptions } from './mcp/servers.ts';
import { runTool } from './run-tool.ts';
import { checkArguments } from './schema/check-arguments.ts';
import { readToolsFile, writeToolsFile } from './tools-file.ts';
import type { ApprovalRequest, ToolOutcome, Tools } from './tools-types.ts';

export type { OfferedTool, ToolOutcome, Tools } from './tools-types.ts';

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

/** Opens `tools.json` in the data folder. Servers start at the first read. */
export async function openTools(options: ToolsOptions): Promise<Tools> {
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

  const serverStatus = (server: StoredServer): ToolServer => {
    const { state, failure, tools } = servers.status(server.id);
    return { ...withoutHash(server), approval: approvalOf(server), state, failure, tools };
  };
  const face = (): Toolbox => {
    const stored = document.read();
    return {
      allowedHosts: stored.allowedHosts,
      tools: stored.tools.map((tool) => ({ ...withoutHash(tool), approval: approvalOf(tool) })),
      servers: stored.servers.map(serverStatus),
    };
  };
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
    read: () => {
      if (!isAwake) wake();
      return face();
    },
    put: async (id, draft) => {
      const stored = document.read();
      const before = id === null ? undefined : findTool(id);
      if (id !== null && !before) return fail('tool-not-found');
      const checked = validateTool(draft, id, stored);
      if (!checked.ok) return checked;
      // keeps the old hash, which only counts while the arguments are the same
      const tool = revokeIfChanged<StoredTool>({ ...draft, id: id ?? randomUUID(), approvedHash: before?.approvedHash ?? null });
      return save(({ tools }) => ({ tools: toolOrder.put(tools, tool) }));
    },
    remove: async (id) => {
      const tool = findTool(id);
      if (!tool) return fail('tool-not-found');
      removed.set(id, { ...tool, approvedHash: null });
      return save(({ tools }) => ({ tools: toolOrder.remove(tools, id) }));
    },
    putServer: async (id, draft) => {
      const stored = document.read();
      const before = id === null ? undefined : findServer(id);
      if (id !== null && !before) return fail('tool-server-not-found');
      const checked = validateServer(draft, id, stored);
      if (!checked.ok) return checked;
      const server = revokeIfChanged<StoredServer>({ ...draft, id: id ?? randomUUID(), approvedHash: before?.approvedHash ?? null });
      servers.tryAgain();
      return save((stored) => ({ servers: serverOrder.put(stored.servers, server) }));
    },
    removeServer: async (id) => {
      const server = findServer(id);
      if (!server) return fail('tool-server-not-found');
      const user = document.read().tools.find(({ binding }) => binding.kind === 'mcp' && binding.serverId === id);
      if (user) return fail('tool-server-in-use', { tool: user.name });
      removed.set(id, { ...server, approvedHash: null });
      return save(({ servers }) => ({ servers: serverOrder.remove(servers, id) }));
    },
    restore: async (ids) => {
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
    offer: (ids) => {
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
    run: async (id, argumentsText, signal) => {
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
    checkArguments: (id, argumentsText) => {
      const tool = findTool(id);
      if (!tool) return toolsText.gone;
      const checked = checkArguments(tool.parameters, argumentsText);
      return checked.isValid ? undefined : checked.complaint;
    },

    describeForApproval: (id) => describe(findTool(id)),
    approve: async (id, hash) => {
      const approved = approvedWith(findTool(id), hash);
      return approved.ok ? save(({ tools }) => ({ tools: toolOrder.put(tools, approved.value) })) : approved;
    },
    describeServerForApproval: (id) => describe(findServer(id)),
    approveServer: async (id, hash) => {
      const approved = approvedWith(findServer(id), hash);
      return approved.ok ? save((stored) => ({ servers: serverOrder.put(stored.servers, approved.value) })) : approved;
    },
    allowHost: async (host, isAllowed) => {
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
    importText: async (text) => {
      const read = readToolsFile(text, document.read());
      return read.ok ? save(() => read.value) : read;
    },

    close: () => (closing ??= close()),
  };
}

function withoutHash<T extends StoredTool | StoredServer>({ approvedHash: _hash, ...rest }: T): Omit<T, 'approvedHash'> {
  return rest;
}

function describe(item: StoredTool | StoredServer | undefined): Result<ApprovalRequest> {
  const argv = item && commandOf(item);
  const placeholders = item && 'binding' in item && argv ? [...new Set(argv.flatMap(placeholdersOf))] : [];
  return item && argv ? ok({ name: item.name, argv, placeholders, hash: commandHash(argv) }) : fail('tool-command-not-found');
}

function approvedWith<T extends StoredTool | StoredServer>(item: T | undefined, hash: string): Result<T> {
  const argv = item && commandOf(item);
  if (!item || !argv) return fail('tool-command-not-found');
  if (commandHash(argv) !== hash) return fail('tool-command-changed');
  return ok({ ...item, approvedHash: hash });
}
