import { createUniqueIds } from '../../shared/unique-ids.ts';
import { readNumber, readObject, readString, type JsonObject } from '../../../contract/json.ts';

/** Receives tool calls as they stream. `call` counts from 0. */
export interface ToolCallSink {
  readonly begin: (call: number, id: string, name: string) => void;
  readonly rename: (call: number, id: string, name: string) => void;
  readonly append: (call: number, chunk: string) => void;
}

/** Collects tool calls from deltas. Engines use `index` and `id` inconsistently. */
export interface ToolCalls {
  readonly take: (item: unknown) => void;
}

interface Call {
  readonly number: number;
  readonly slot: number | undefined;
  /** Unique within the answer, because user decisions refer to it. */
  id: string;
  /** The engine's id, which several calls may share. Empty if there is none yet. */
  engineId: string;
  name: string;
  hasArguments: boolean;
  readonly balance: JsonBalance;
}

interface Delta {
  readonly slot: number | undefined;
  readonly id: string;
  readonly name: string;
  readonly piece: string;
}

export function createToolCalls(sink: ToolCallSink): ToolCalls {
  const calls: Call[] = [];
  const bySlot = new Map<number, Call>();
  const byEngineId = new Map<string, Call>();
  const uniqueId = createUniqueIds();

  const begin = (delta: Delta): Call => {
    const number = calls.length;
    const call: Call = {
      number,
      slot: delta.slot,
      // A result must name its call, so a missing id is generated.
      id: uniqueId(delta.id || `call-${number + 1}`),
      engineId: delta.id,
      name: delta.name,
      hasArguments: false,
      balance: createJsonBalance(),
    };
    calls.push(call);
    if (delta.slot !== undefined) bySlot.set(delta.slot, call);
    if (delta.id !== '') byEngineId.set(delta.id, call);
    sink.begin(number, call.id, call.name);
    return call;
  };

  const find = (delta: Delta): Call | undefined => {
    const last = calls.at(-1);
    const inSlot = delta.slot === undefined ? (delta.id || delta.name ? undefined : last) : bySlot.get(delta.slot);
    const sameId = delta.id === '' || inSlot?.engineId === delta.id ? undefined : byEngineId.get(delta.id);
    if (sameId) return sharesIdOnly(sameId, delta) ? undefined : sameId;
    if (!inSlot) return delta.id || delta.name ? undefined : (lastOpen() ?? last);
    if (startsNewCall(inSlot, delta)) return undefined;
    // The end of one call can arrive under another's index. A complete call takes no more.
    const isTail = delta.id === '' && delta.name === '' && inSlot.balance.isClosed() && delta.piece.trim() !== '';
    return isTail ? (lastOpen() ?? inSlot) : inSlot;
  };

  const lastOpen = (): Call | undefined => calls.findLast((call) => !call.balance.isClosed());

  return {
    take: (item) => {
      const fields = readObject(item);
      if (!fields) return;
      const delta = readDelta(fields);
      if (delta.id === '' && delta.name === '' && delta.piece === '') return;
      const call = find(delta) ?? begin(delta);
      updateIdentity(call, delta, byEngineId, uniqueId, sink);
      if (delta.piece === '') return;
      call.hasArguments = true;
      call.balance.push(delta.piece);
      sink.append(call.number, delta.piece);
    },
  };
}

/** Returns true if a repeated index starts another call: with its own id and name, or after a complete one. */
function startsNewCall(call: Call, delta: Delta): boolean {
  if (delta.id !== '' && call.engineId !== '' && delta.id !== call.engineId) return delta.name !== '' || call.balance.isClosed();
  return delta.id === '' && delta.name !== '' && call.hasArguments && (delta.name !== call.name || call.balance.isClosed());
}

/**
 * Some engines use one id for all calls. Returns true if a delta with a name and another index is a different call, unless the first is
 * incomplete. Without an index it also needs arguments, because some engines repeat the id and name at the end of a call.
 */
function sharesIdOnly(call: Call, delta: Delta): boolean {
  if (delta.name === '') return false;
  if (delta.slot === undefined) return call.balance.isClosed() && delta.piece.trim() !== '';
  if (delta.slot === call.slot) return false;
  return call.balance.isClosed() || delta.name !== call.name;
}

function updateIdentity(
  call: Call,
  delta: Delta,
  byEngineId: Map<string, Call>,
  uniqueId: (wanted: string) => string,
  sink: ToolCallSink,
): void {
  const hasLateId = delta.id !== '' && call.engineId === '';
  const name = longerName(call, delta.name);
  if (!hasLateId && name === call.name) return;
  if (hasLateId) {
    call.engineId = delta.id;
    byEngineId.set(delta.id, call);
    if (delta.id !== call.id) call.id = uniqueId(delta.id);
  }
  call.name = name;
  sink.rename(call.number, call.id, name);
}

/** Returns the call's name, which may arrive late, repeated or in pieces until the arguments begin. */
function longerName(call: Call, addition: string): string {
  if (addition === '' || addition === call.name || (call.name !== '' && call.hasArguments)) return call.name;
  return addition.startsWith(call.name) ? addition : call.name + addition;
}

function readDelta(fields: JsonObject): Delta {
  const called = readObject(fields['function']) ?? fields;
  const rawArguments = called['arguments'];
  return {
    slot: readNumber(fields['index']),
    id: readString(fields['id']),
    name: readString(called['name']),
    // Some engines send an object.
    piece: readObject(rawArguments) ? JSON.stringify(rawArguments) : readString(rawArguments),
  };
}

/** Detects when the outermost value of a streamed JSON text has closed. */
export interface JsonBalance {
  readonly push: (chunk: string) => void;
  readonly isClosed: () => boolean;
}

const quote = 0x22;
const backslash = 0x5c;

/** Creates a counter of brackets outside strings. Validity is checked once, at the end. */
export function createJsonBalance(): JsonBalance {
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let isClosed = false;

  return {
    push: (chunk) => {
      for (let at = 0; at < chunk.length; at += 1) {
        const code = chunk.charCodeAt(at);
        if (isInString) {
          if (isEscaped) isEscaped = false;
          else if (code === backslash) isEscaped = true;
          else if (code === quote) isInString = false;
        } else if (code === quote) isInString = true;
        else if (code === 0x7b || code === 0x5b) depth += 1;
        else if (code === 0x7d || code === 0x5d) {
          depth -= 1;
          if (depth === 0) isClosed = true;
        }
      }
    },
    isClosed: () => isClosed && depth === 0 && !isInString,
  };
}
