import type { AnswerDelta, AnswerPart, CallState } from '../../../contract/answer.ts';

type TextKind = Exclude<AnswerPart['kind'], 'tool-call'>;

type OpenPart =
  | { kind: TextKind; readonly text: TextBuilder }
  | { readonly kind: 'tool-call'; id: string; name: string; state: CallState; readonly text: TextBuilder };

/** The parts of a streaming answer. Emits each change as a delta and copies nothing. */
export interface AnswerParts {
  readonly appendText: (kind: TextKind, chunk: string) => void;
  readonly endPart: () => void;
  readonly reclassify: () => void;
  readonly beginCall: (id: string, name: string) => number;
  readonly renameCall: (index: number, id: string, name: string) => void;
  readonly appendCall: (index: number, chunk: string) => void;
  /** Sets the state of each call. */
  readonly validateCalls: (validate: (name: string, args: string) => CallState) => void;
  readonly read: () => readonly AnswerPart[];
}

/** Creates an empty answer. */
export function createAnswerParts(onDelta: (delta: AnswerDelta) => void): AnswerParts {
  const parts: OpenPart[] = [];
  let current: OpenPart | undefined;

  const callAt = (index: number): Extract<OpenPart, { kind: 'tool-call' }> | undefined => {
    const part = parts[index];
    return part?.kind === 'tool-call' ? part : undefined;
  };

  return {
    appendText: (kind, chunk) => {
      if (current?.kind === kind) {
        current.text.append(chunk);
        onDelta({ kind: 'append', index: parts.length - 1, text: chunk });
        return;
      }
      current = { kind, text: createTextBuilder() };
      current.text.append(chunk);
      parts.push(current);
      onDelta({ kind: 'part', index: parts.length - 1, part: { kind, text: chunk } });
    },
    endPart: () => {
      current = undefined;
    },
    reclassify: () => {
      if (current?.kind !== 'text') return;
      current.kind = 'reasoning';
      onDelta({ kind: 'reclassify', index: parts.length - 1, as: 'reasoning' });
    },
    beginCall: (id, name) => {
      current = undefined;
      const index = parts.push({ kind: 'tool-call', id, name, state: 'unfinished', text: createTextBuilder() }) - 1;
      onDelta({ kind: 'part', index, part: { kind: 'tool-call', id, name, arguments: '', state: 'unfinished' } });
      return index;
    },
    renameCall: (index, id, name) => {
      const call = callAt(index);
      if (!call) return;
      Object.assign(call, { id, name });
      onDelta({ kind: 'call', index, id, name, state: call.state });
    },
    appendCall: (index, chunk) => {
      callAt(index)?.text.append(chunk);
      onDelta({ kind: 'append', index, text: chunk });
    },
    validateCalls: (validate) => {
      for (const [index, part] of parts.entries()) {
        if (part.kind !== 'tool-call') continue;
        const state = validate(part.name, part.text.read());
        if (state === part.state) continue;
        part.state = state;
        onDelta({ kind: 'call', index, id: part.id, name: part.name, state });
      }
    },
    read: () =>
      parts.map((part) =>
        part.kind === 'tool-call'
          ? { kind: part.kind, id: part.id, name: part.name, arguments: part.text.read(), state: part.state }
          : { kind: part.kind, text: part.text.read() },
      ),
  };
}

/** Text built from chunks. */
export interface TextBuilder {
  readonly append: (chunk: string) => void;
  readonly read: () => string;
}

const piecesPerBlock = 512;

/**
 * Creates a builder. `text += chunk` would keep two objects per token until the text is read, some 60 bytes for 4 characters. Joining
 * every few hundred chunks keeps memory near the text's size and is linear.
 */
export function createTextBuilder(): TextBuilder {
  const blocks: string[] = [];
  let chunks: string[] = [];

  return {
    append: (chunk) => {
      if (chunks.push(chunk) < piecesPerBlock) return;
      blocks.push(chunks.join(''));
      chunks = [];
    },
    read: () => blocks.join('') + chunks.join(''),
  };
}
