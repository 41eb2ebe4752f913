import { createUniqueIds } from '../../shared/unique-ids.ts';
import { isJsonObject, readArray, readObject, readString, type JsonObject } from '../../../contract/json.ts';
import { customInputField, UntranslatableRequest, withoutUnset, type ClientTool } from './chat-request.ts';

/** The tools of a Responses request, as functions of chat completions. */
export type ResponsesTools = ReturnType<typeof createResponsesTools>;

interface ChatFunction {
  readonly type: 'function';
  readonly function: JsonObject;
}

const maxNameLength = 64;

/** Converts functions, groups of functions and custom tools. Tools that run at OpenAI are added to `leftOut`. */
export function createResponsesTools(listed: readonly unknown[], leftOut: Set<string>) {
  const byName = new Map<string, ClientTool>();
  const functions: ChatFunction[] = [];
  const uniqueName = createUniqueIds();

  const add = (tool: ClientTool, fields: JsonObject): void => {
    const name = uniqueName(plainName(tool));
    byName.set(name, tool);
    functions.push({ type: 'function', function: withoutUnset({ name, ...fields }) });
  };
  const addTool = (tool: JsonObject, namespace?: string): void => {
    const name = readString(tool['name']);
    const group = namespace === undefined ? {} : { namespace };
    if (tool['type'] === 'function') {
      const { description, parameters, strict } = tool;
      add({ kind: 'function', name, ...group }, { description, parameters, strict: strict === true ? true : undefined });
    } else if (tool['type'] === 'custom') {
      add({ kind: 'custom', name, ...group }, { description: describeCustom(tool), parameters: customParameters });
    } else if (tool['type'] === 'namespace') {
      for (const nested of readArray(tool['tools']).filter(isJsonObject)) addTool(nested, name);
    } else leftOut.add(readString(tool['type']));
  };
  for (const tool of listed.filter(isJsonObject)) addTool(tool);

  const nameFor = ({ name, namespace }: JsonObject): string => {
    for (const [engineName, tool] of byName) {
      if (tool.name === name && (namespace === undefined || namespace === null || tool.namespace === namespace)) return engineName;
    }
    // A tool that is no longer offered.
    return plainName({ name: readString(name), namespace: readString(namespace) });
  };

  return {
    byName,
    functions,
    /** Returns the model's name for the tool of a call or a choice. */
    nameFor,
    /** Returns the arguments of an earlier call. */
    argumentsOf: (call: JsonObject): string =>
      call['type'] === 'custom_tool_call'
        ? JSON.stringify({ [customInputField]: readString(call['input']) })
        : readString(call['arguments']),
    /** Returns the fields that offer the tools. Throws if the choice forces a tool that is left out. */
    choose: (choice: unknown): JsonObject => {
      const wanted = readObject(choice);
      const type = readString(wanted?.['type']);
      if (wanted && type !== 'function' && type !== 'custom' && type !== 'allowed_tools') throw unavailable(type);
      if (functions.length === 0) {
        if (choice === 'required' || wanted) throw unavailable([...leftOut].join(', '));
        return {};
      }
      if (!wanted) return { tools: functions, ...(typeof choice === 'string' ? { tool_choice: choice } : {}) };
      if (type !== 'allowed_tools') return { tools: functions, tool_choice: { type: 'function', function: { name: nameFor(wanted) } } };
      const allowed = new Set(readArray(wanted['tools']).map((tool) => nameFor(readObject(tool) ?? {})));
      const tools = functions.filter(({ function: { name } }) => allowed.has(readString(name)));
      return tools.length === 0 ? {} : { tools, tool_choice: readString(wanted['mode']) || 'auto' };
    },
  };
}

const customParameters = {
  type: 'object',
  properties: { [customInputField]: { type: 'string', description: 'The tool’s whole input, as plain text.' } },
  required: [customInputField],
  additionalProperties: false,
};

/** The grammar can't be enforced, so the model is told. */
function describeCustom(tool: JsonObject): string {
  const format = readObject(tool['format']);
  const description = readString(tool['description']);
  if (format?.['type'] !== 'grammar') return description;
  return `${description}\n\nThe input follows this ${readString(format['syntax'])} grammar:\n${readString(format['definition'])}`;
}

/** Returns a name that engines take, before it is made unique. */
function plainName({ name, namespace }: Pick<ClientTool, 'name' | 'namespace'>): string {
  const full = namespace === undefined || namespace === '' ? name : `${namespace}__${name}`;
  return full.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, maxNameLength - 4) || 'tool';
}

function unavailable(tool: string): UntranslatableRequest {
  const message = `The service has no tool of the type ${JSON.stringify(tool)}, which “tool_choice” requires.`;
  return new UntranslatableRequest(message, 'Choose one of your own tools, or “auto”.', 'tool_choice');
}
