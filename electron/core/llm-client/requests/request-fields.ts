import type { Capabilities } from '../../../contract/catalog.ts';
import type { Parameters, ToolChoice } from '../../../contract/conversation.ts';

/** A request body, and what was left out of it on the way. */
export interface BuiltRequest {
  readonly body: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}

/** What the model takes besides text, and where it is being asked. */
export interface FieldRules {
  readonly modelId: string;
  readonly capabilities: Capabilities;
  readonly endpoint: 'chat' | 'completion';
}

/** Ours to decide: a second opinion in "more parameters" would break the request or its reading. */
const reservedFields = new Set(['model', 'messages', 'prompt', 'stream', 'stream_options']);
const toolFields = new Set(['tools', 'tool_choice', 'parallel_tool_calls', 'functions', 'function_call']);
const effortFields = new Set(['reasoning_effort', 'reasoning']);

/** The documented parameters by the service's names; only those that are set. */
export function namedFields(parameters: Parameters): Readonly<Record<string, unknown>> {
  return omitUnset({
    max_tokens: parameters.maxTokens,
    temperature: parameters.temperature,
    top_p: parameters.topP,
    stop: parameters.stop && parameters.stop.length > 0 ? parameters.stop : undefined,
    seed: parameters.seed,
    reasoning_effort: parameters.reasoningEffort,
    tool_choice: parameters.toolChoice === undefined ? undefined : toolChoice(parameters.toolChoice),
  });
}

/**
 * Joins what is set with the user's own extra fields and leaves out what the model does not take: the
 * service answers such a field with an error, or worse, with nothing.
 */
export function dropUnsupportedFields(
  named: Readonly<Record<string, unknown>>,
  extra: Parameters['extra'],
  rules: FieldRules,
): BuiltRequest {
  const notes: string[] = [];
  const body: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(named)) {
    const reason = unsupportedReason(field, rules);
    if (reason === undefined) body[field] = value;
    else notes.push(reason);
  }
  for (const [field, value] of Object.entries(extra ?? {})) {
    const reason = extraFieldReason(field, value, named, rules);
    if (reason === undefined) body[field] = value;
    else notes.push(reason);
  }
  // A choice among no tools is an error to the engines.
  if (body['tools'] === undefined && body['tool_choice'] !== undefined) {
    delete body['tool_choice'];
    if (rules.capabilities.tools) notes.push('tool_choice was left out: no tools are offered.');
  }
  return { body, notes: [...new Set(notes)] };
}

/** Without the fields that are not set: neither `undefined` nor `null` is ever sent for them. */
export function omitUnset(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}

function unsupportedReason(field: string, { modelId, capabilities, endpoint }: FieldRules): string | undefined {
  if (toolFields.has(field)) {
    if (endpoint === 'completion') return `${field} was left out: text completions take no tools.`;
    if (!capabilities.tools) return `${field} was left out: ${modelId} takes no tools.`;
  }
  if (effortFields.has(field)) {
    if (endpoint === 'completion') return `${field} was left out: only chat takes a reasoning effort.`;
    if (!capabilities.reasoningEffort) return `${field} was left out: ${modelId} takes no reasoning effort.`;
  }
  return undefined;
}

function extraFieldReason(field: string, value: unknown, named: Readonly<Record<string, unknown>>, rules: FieldRules): string | undefined {
  if (reservedFields.has(field)) return `“${field}” in the additional parameters was left out: Causeway sets it itself.`;
  if (field in named) return `“${field}” in the additional parameters was left out: it is already set.`;
  if (value === undefined || value === null) return `“${field}” in the additional parameters was left out: it has no value.`;
  return unsupportedReason(field, rules);
}

function toolChoice(choice: ToolChoice): unknown {
  return typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } };
}
