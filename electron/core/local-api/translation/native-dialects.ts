import type { ServiceDialect, TranslatedFrom } from '../../../contract/local-api.ts';
import { parseJson, readObject, type JsonObject } from '../../../contract/json.ts';
import type { ActiveService } from '../../llm-client/llm-client.ts';
import type { Destination } from '../forwarding/destination.ts';
import { readPrefix } from '../forwarding/relay.ts';

/** Finds out which engines answer other dialects themselves. */
export type NativeDialects = ReturnType<typeof createNativeDialects>;

interface KnownDialect extends ServiceDialect {
  readonly profileId: string;
}

/** How long an engine may take to answer with one token. A late one is asked again another time. */
const probeMs = 20_000;
const maxAnswerBytes = 256 * 1024;

/** Starts without knowing any engine. */
export function createNativeDialects(onChange: () => void) {
  const known = new Map<string, KnownDialect>();

  return {
    /** Returns whether a destination answers a dialect itself, as its clients need it. Asks it once. */
    isNative: async (
      service: ActiveService,
      from: TranslatedFrom,
      destination: Destination,
      model: string,
      signal: AbortSignal,
    ): Promise<boolean> => {
      const segment = destination.mode === 'direct' ? destination.segment : null;
      const key = JSON.stringify([service.profile.id, segment, from]);
      const before = known.get(key);
      if (before) return before.isNative;
      const isNative = await probe(service, from, destination, model, AbortSignal.any([signal, AbortSignal.timeout(probeMs)]));
      if (isNative === undefined) return false;
      known.set(key, { profileId: service.profile.id, segment, from, isNative });
      onChange();
      return isNative;
    },
    /** Returns what is known of a profile's service. */
    known: (profileId: string): readonly KnownDialect[] => [...known.values()].filter((each) => each.profileId === profileId),
  };
}

/** Returns the path below a destination's base. The proxy has no version in its own. */
export function nativePath(from: string, { mode }: Destination): string {
  return mode === 'proxy' ? `v1/${from}` : from;
}

/** Returns undefined if the engine gave no answer that tells. */
async function probe(
  { addresses, upstreams, token }: ActiveService,
  from: TranslatedFrom,
  destination: Destination,
  model: string,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const base = destination.mode === 'proxy' ? addresses.proxyBase : addresses.directBase(destination.segment);
  const credential = destination.mode === 'proxy' ? await token(signal) : undefined;
  if (credential && (!credential.ok || credential.value === null)) return undefined;
  const response = await upstreams[destination.mode].request({
    method: 'POST',
    path: base + nativePath(from, destination),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-encoding': 'identity',
      ...(credential ? { authorization: `bearer ${credential.value}` } : {}),
    },
    body: JSON.stringify({ model, ...(from === 'responses' ? responsesProbe : messagesProbe) }),
    signal,
  });
  if (!response.ok) return undefined;
  const { status, body } = response.value;
  const answer = readObject(parseJson(await readPrefix(body, maxAnswerBytes)));
  const isRefused = status === 401 || status === 408 || status === 429; // it tells nothing about the dialect
  if (isRefused || status >= 502) return undefined;
  return status === 200 && (from === 'responses' ? answer?.['object'] === 'response' : answer?.['type'] === 'message');
}

/** What Claude Code sends and engines without full support reject: instructions in the middle, and a tool's result as blocks. */
const messagesProbe: JsonObject = {
  max_tokens: 1,
  system: [{ type: 'text', text: 'Answer briefly.' }],
  tools: [{ name: 'read', description: 'Reads a file.', input_schema: { type: 'object', properties: { path: { type: 'string' } } } }],
  thinking: { type: 'adaptive' },
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'Read a.' }] },
    { role: 'system', content: 'The folder is empty.' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'call_1', name: 'read', input: { path: 'a' } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: [{ type: 'text', text: 'No such file.' }] }] },
  ],
};

/** What Codex sends: grouped and custom tools, instructions in the middle, and a tool's output as parts. */
const responsesProbe: JsonObject = {
  max_output_tokens: 16,
  store: false,
  tools: [
    { type: 'namespace', name: 'files', description: 'Files', tools: [readTool()] },
    { type: 'custom', name: 'apply_patch', description: 'Patches a file.' },
  ],
  input: [
    { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Answer briefly.' }] },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Read a.' }] },
    { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'The folder is empty.' }] },
    { type: 'function_call', call_id: 'call_1', namespace: 'files', name: 'read', arguments: '{"path":"a"}' },
    { type: 'function_call_output', call_id: 'call_1', output: [{ type: 'input_text', text: 'No such file.' }] },
  ],
};

function readTool(): JsonObject {
  const parameters = { type: 'object', properties: { path: { type: 'string' } } };
  return { type: 'function', name: 'read', description: 'Reads a file.', parameters };
}
