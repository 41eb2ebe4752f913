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

/** The result of a call. */
export interface ToolOutcome {
  readonly text: string;
  readonly isError: boolean;
  readonly by: ToolResultSource;
}

/** What the user sees before approving: the exact arguments that would run. */
export interface ApprovalRequest {
  readonly name: string;
  readonly argv: readonly string[];
  /** The placeholders that the model fills in. */
  readonly placeholders: readonly string[];
  /** The hash of these arguments, because they may change while the user reads. */
  readonly hash: string;
}

/** Stores and runs the user's tools. */
export interface Tools {
  readonly problem: DocumentProblem | undefined;
  /** The first call connects the servers. */
  readonly read: () => Toolbox;
  readonly put: (id: string | null, tool: ToolDraft) => Promise<Result<Toolbox>>;
  readonly remove: (id: string) => Promise<Result<Toolbox>>;
  readonly putServer: (id: string | null, server: ToolServerDraft) => Promise<Result<Toolbox>>;
  readonly removeServer: (id: string) => Promise<Result<Toolbox>>;
  /** Restores removed tools and servers without their approval, servers before the tools that need them. */
  readonly restore: (ids: readonly string[]) => Promise<Result<Toolbox>>;
  /** Returns those of the tools that are enabled, approved if needed, and reachable or starting. Starts their failed servers again. */
  readonly offer: (ids: readonly string[]) => readonly OfferedTool[];
  /** Runs one call after checking its arguments. Never rejects. Not for `ask`. */
  readonly run: (id: string, argumentsText: string, signal: AbortSignal) => Promise<ToolOutcome>;
  /** Returns what is wrong with the arguments, for the model, or undefined. */
  readonly checkArguments: (id: string, argumentsText: string) => string | undefined;
  readonly allowHost: (host: string, isAllowed: boolean) => Promise<Result<Toolbox>>;

  // only for the shell, which asks the user outside the page; no route of the core reaches these
  readonly describeForApproval: (id: string) => Result<ApprovalRequest>;
  readonly approve: (id: string, hash: string) => Promise<Result<Toolbox>>;
  readonly describeServerForApproval: (id: string) => Result<ApprovalRequest>;
  readonly approveServer: (id: string, hash: string) => Promise<Result<Toolbox>>;
  readonly exportText: () => string;
  /** Imported tools are disabled, do not run by themselves and are not approved. */
  readonly importText: (text: string) => Promise<Result<Toolbox>>;

  /** Ends running calls and the servers. */
  readonly close: () => Promise<void>;
}
