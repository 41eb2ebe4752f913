import type { Capabilities } from '../../../contract/catalog.ts';
import type { Parameters, ToolChoice } from '../../../contract/conversation.ts';

/** A request body, with notes on the fields left out. */
export interface BuiltRequest {
  readonly body: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}

/** The capabilities and endpoint that decide which fields are allowed. */
export interface FieldRules {
  readonly modelId: string;
  readonly capabilities: Capabilities;
  readonly endpoint: 'chat' | 'completion';
}

/** Set by Causeway. The user's additional parameters must not override them. */
const reservedFields = new Set(['model', 'messages', 'prompt', 'stream', 'stream_options']);
const toolFields = new Set(['tools', 'tool_choice', 'parallel_tool_calls', 'functions', 'function_call']);
const effortFields = new Set(['reasoning_effort', 'reasoning']);

/** Returns the documented parameters that are set, by the service's names. */
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
 * Adds the user's extra fields and drops those the model doesn't support, because the service would answer with an error or with nothing.
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
  // Engines reject a tool choice without tools.
  if (body['tools'] === undefined && body['tool_choice'] !== undefined) {
    delete body['tool_choice'];
    if (rules.capabilities.tools) notes.push('tool_choice was left out: no tools are offered.');
  }
  return { body, notes: [...new Set(notes)] };
}

/** Drops unset fields. Neither `undefined` nor `null` is ever sent. */
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
