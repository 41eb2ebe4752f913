import type { Tool } from '../../contract/conversation.ts';
import type { Result } from '../../contract/failure.ts';
import type { ToolResultSource } from '../../contract/history.ts';
import type { Toolbox, ToolBinding, ToolDraft, ToolServerDraft } from '../../contract/tool.ts';
import type { DocumentProblem } from '../shared/stored-document.ts';

/** A tool as a conversation offers it to a model. */
export interface OfferedTool {
  readonly id: string;
  readonly tool: Tool;
  readonly binding: ToolBinding['kind'];
  readonly runsByItself: boolean;
}

/** What a call gave. */
export interface ToolOutcome {
  readonly text: string;
  readonly isError: boolean;
  readonly by: ToolResultSource;
}

/** What the user is to be shown before they approve it: the very words that would run. */
export interface ApprovalRequest {
  readonly name: string;
  readonly argv: readonly string[];
  /** Names in it that stand for what the model writes. */
  readonly placeholders: readonly string[];
  /** Stands for these words; they may change while the user reads. */
  readonly hash: string;
}

/** The user's tools, kept on disk, and what runs them. */
export interface Tools {
  readonly trouble: DocumentProblem | undefined;
  /** The first look connects the servers. */
  readonly read: () => Toolbox;
  readonly put: (id: string | null, tool: ToolDraft) => Promise<Result<Toolbox>>;
  readonly remove: (id: string) => Promise<Result<Toolbox>>;
  readonly putServer: (id: string | null, server: ToolServerDraft) => Promise<Result<Toolbox>>;
  readonly removeServer: (id: string) => Promise<Result<Toolbox>>;
  /** Puts back, without its approval, what was removed since the start: servers before the tools that they run. */
  readonly restore: (ids: readonly string[]) => Promise<Result<Toolbox>>;
  /** Those of the named tools that are enabled, approved where that is needed, and reachable now or about to be. */
  readonly offer: (ids: readonly string[]) => readonly OfferedTool[];
  /** Runs one call with its arguments checked against the tool's schema; never rejects. Not for `ask`. */
  readonly run: (id: string, argumentsText: string, signal: AbortSignal) => Promise<ToolOutcome>;
  /** What is wrong with the arguments, in words for the model; undefined where nothing is. */
  readonly checkArguments: (id: string, argumentsText: string) => string | undefined;

  // For the shell alone, which asks the user in dialogs of its own: none of these is behind a route of the core.
  readonly describeForApproval: (id: string) => Result<ApprovalRequest>;
  readonly approve: (id: string, hash: string) => Promise<Result<Toolbox>>;
  readonly describeServerForApproval: (id: string) => Result<ApprovalRequest>;
  readonly approveServer: (id: string, hash: string) => Promise<Result<Toolbox>>;
  /** A host as it would be kept. */
  readonly checkHost: (host: string) => Result<string>;
  readonly allowHost: (host: string, isAllowed: boolean) => Promise<Result<Toolbox>>;
  readonly exportText: () => string;
  /** All that arrives is disabled, does not run by itself, and is not approved. */
  readonly importText: (text: string) => Promise<Result<Toolbox>>;

  readonly close: () => Promise<void>;
}
