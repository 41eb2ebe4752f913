import { isJsonObject, parseJson, readArray, readObject, readString, type JsonObject } from '../../../electron/contract/json.ts';
import type { RequestError } from '../../../electron/core/demo/dialects/request-error.ts';
import { chatRequestSchema } from '../../../electron/core/demo/engines/requests.ts';
import type { ActiveFaults } from './active-faults.ts';
import type { FaultTarget } from './fault.ts';

/** Returns why a strict engine refuses a chat completion. */
export function findStrictProblem(body: string, target: FaultTarget, faults: ActiveFaults): RequestError | undefined {
  const request = readObject(parseJson(body)) ?? {};
  const messages = readArray(request['messages']).filter(isJsonObject);
  const problem =
    (faults.take('strict-requests', target) ? (findUndocumented(request, messages) ?? findDisorder(messages)) : undefined) ??
    (faults.take('require-reasoning', target) ? findLostReasoning(messages) : undefined);
  return problem === undefined ? undefined : { kind: 'rejected', message: problem, parameter: 'messages' };
}

const fields: ReadonlySet<string> = new Set([...Object.keys(chatRequestSchema.unwrap().shape), 'parallel_tool_calls', 'response_format']);
const messageFields = new Set(['role', 'content', 'tool_calls', 'tool_call_id', 'reasoning', 'reasoning_content']);

function findUndocumented(request: JsonObject, messages: readonly JsonObject[]): string | undefined {
  const unknown =
    Object.keys(request).find((field) => !fields.has(field)) ?? messages.flatMap(Object.keys).find((field) => !messageFields.has(field));
  if (unknown !== undefined) return `Unknown field ${unknown}`;
  const names = readArray(request['tools']).map((tool) => readString(readObject(readObject(tool)?.['function'])?.['name']));
  const name = names.find((each, at) => !/^[\w-]{1,64}$/.test(each) || names.indexOf(each) !== at);
  return name === undefined ? undefined : `Bad tool name ${name}`;
}

/** Each user's turn has one message, and each answer one, followed by the results of its calls. */
function findDisorder(messages: readonly JsonObject[]): string | undefined {
  let awaited: readonly string[] = [];
  let last = '';
  for (const [at, message] of messages.entries()) {
    const role = readString(message['role']);
    if (role === 'developer' || (role === 'system' && at > 0)) return 'System message must be at the beginning.';
    if (role === 'tool') {
      const id = readString(message['tool_call_id']);
      if (!awaited.includes(id)) return `Result of no call: ${id}`;
      if (typeof message['content'] !== 'string') return 'The content of a tool must be a text.';
      awaited = awaited.filter((each) => each !== id);
    } else if (awaited.length > 0) return `Call without a result: ${awaited.join(', ')}`;
    else if (role === last) return 'Conversation roles must alternate.';
    if (role === 'assistant') awaited = readArray(message['tool_calls']).map((call) => readString(readObject(call)?.['id']));
    if (new Set(awaited).size !== awaited.length) return 'Two calls have one id.';
    last = role;
  }
  return undefined;
}

function findLostReasoning(messages: readonly JsonObject[]): string | undefined {
  const turn = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
  const isLost = turn.some((message) => message['tool_calls'] !== undefined && !message['reasoning_content'] && !message['reasoning']);
  return isLost ? 'The reasoning of a call must be passed back.' : undefined;
}
