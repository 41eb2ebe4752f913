import type { Capabilities } from '../../../contract/catalog.ts';
import type { JsonObject } from '../../../contract/json.ts';

/** A request of another dialect, as chat completions. */
export interface ChatTranslation {
  /** Without the streaming fields. */
  readonly body: JsonObject;
  readonly isStreamed: boolean;
  /** The client's tools, by the name that the model sees. */
  readonly tools: ReadonlyMap<string, ClientTool>;
  /** What chat completions have no form for, named for the inspector. */
  readonly leftOut: readonly string[];
}

/** A tool as the client calls it. */
export interface ClientTool {
  /** A custom tool takes plain text, which the model writes as the only field of a function. */
  readonly kind: 'function' | 'custom';
  readonly name: string;
  /** Set if the client groups its tools by names. */
  readonly namespace?: string;
}

/** What of the model decides which fields are sent. */
export interface ModelRules {
  readonly capabilities: Pick<Capabilities, 'reasoningEffort'>;
}

/** A request that has no form in chat completions, or is no request. Says what to do instead. */
export class UntranslatableRequest extends Error {
  readonly remedy: string;
  readonly param: string;

  constructor(message: string, remedy: string, param: string) {
    super(message);
    this.remedy = remedy;
    this.param = param;
  }
}

/** The field of a custom tool's function. */
export const customInputField = 'input';

/** Returns an effort that the service takes. Undefined leaves the choice to the engine. */
export function toEffort(effort: unknown, { capabilities }: ModelRules): string | undefined {
  if (!capabilities.reasoningEffort) return undefined;
  if (effort === 'low' || effort === 'minimal') return 'low';
  if (effort === 'medium') return 'medium';
  return effort === 'high' || effort === 'xhigh' || effort === 'max' ? 'high' : undefined;
}

/** Drops fields without a value. */
export function withoutUnset(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}
