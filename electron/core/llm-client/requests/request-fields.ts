import type { Capabilities } from '../../../contract/catalog.ts';
import type { Parameters, ToolChoice } from '../../../contract/conversation.ts';
import { readArray, readObject, readString } from '../../../contract/json.ts';
import { noteTexts } from '../text.ts';

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
    top_k: parameters.topK,
    min_p: parameters.minP,
    repetition_penalty: parameters.repetitionPenalty,
    presence_penalty: parameters.presencePenalty,
    frequency_penalty: parameters.frequencyPenalty,
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
  const problem = toolChoiceProblem(body);
  if (problem !== undefined) {
    delete body['tool_choice'];
    if (rules.capabilities.tools) notes.push(problem);
  }
  return { body, notes: [...new Set(notes)] };
}

/** Returns the tool names in a body, which the model may call. */
export function offeredTools(body: BuiltRequest['body']): ReadonlySet<string> {
  return new Set(readArray(body['tools']).flatMap((tool) => functionName(tool) ?? []));
}

/** Engines reject a tool choice without tools, and the choice of a tool that isn't among them. */
function toolChoiceProblem(body: BuiltRequest['body']): string | undefined {
  if (body['tool_choice'] === undefined) return undefined;
  if (body['tools'] === undefined) return noteTexts.noTools;
  const name = functionName(body['tool_choice']);
  return name === undefined || offeredTools(body).has(name) ? undefined : noteTexts.toolUnavailable(name);
}

function functionName(value: unknown): string | undefined {
  return readString(readObject(readObject(value)?.['function'])?.['name']) || undefined;
}

/** Drops unset fields. Neither `undefined` nor `null` is ever sent. */
export function omitUnset(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}

function unsupportedReason(field: string, { modelId, capabilities, endpoint }: FieldRules): string | undefined {
  if (toolFields.has(field)) {
    if (endpoint === 'completion') return noteTexts.completionTools(field);
    if (!capabilities.tools) return noteTexts.modelTools(field, modelId);
  }
  if (effortFields.has(field)) {
    if (endpoint === 'completion') return noteTexts.completionEffort(field);
    if (!capabilities.reasoningEffort) return noteTexts.modelEffort(field, modelId);
  }
  return undefined;
}

function extraFieldReason(field: string, value: unknown, named: Readonly<Record<string, unknown>>, rules: FieldRules): string | undefined {
  if (reservedFields.has(field)) return noteTexts.setByCauseway(field);
  if (field in named) return noteTexts.alreadySet(field);
  if (value === undefined || value === null) return noteTexts.withoutValue(field);
  return unsupportedReason(field, rules);
}

function toolChoice(choice: ToolChoice): unknown {
  return typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } };
}
