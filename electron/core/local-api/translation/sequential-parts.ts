import type { AnswerDelta, AnswerPart } from '../../../contract/answer.ts';
import { createJsonBalance, type JsonBalance } from '../../llm-client/llm-client.ts';

/** What a dialect's events say of the parts of an answer, one part after the other. */
export interface PartSink {
  readonly open: (part: OpenedPart) => void;
  readonly append: (part: OpenedPart, text: string) => void;
  readonly close: (part: OpenedPart, text: string) => void;
}

/** A part whose kind and name are final. */
export type OpenedPart =
  | { readonly kind: 'text' }
  | { readonly kind: 'reasoning' }
  | { readonly kind: 'tool-call'; readonly id: string; readonly name: string };

interface PendingPart {
  kind: AnswerPart['kind'];
  id: string;
  name: string;
  readonly pieces: string[];
  readonly balance: JsonBalance;
  opened?: OpenedPart;
  sent: number;
}

/**
 * Brings the changes of an answer into an order in which each part ends before the next begins, as clients of the other dialects require.
 * Engines write several calls at once, or send the name of a call late.
 */
export function createSequentialParts(sink: PartSink) {
  const parts: PendingPart[] = [];
  let current = 0;

  const take = (delta: AnswerDelta): void => {
    if (delta.kind === 'part') {
      const { part } = delta;
      const isCall = part.kind === 'tool-call';
      parts[delta.index] = {
        kind: part.kind,
        id: isCall ? part.id : '',
        name: isCall ? part.name : '',
        pieces: [],
        balance: createJsonBalance(),
        sent: 0,
      };
      return append(parts[delta.index], isCall ? part.arguments : part.text);
    }
    const part = parts[delta.index];
    if (delta.kind === 'append') append(part, delta.text);
    else if (delta.kind === 'call') Object.assign(part ?? {}, { id: delta.id, name: delta.name });
    // What was sent as text stays text, because it can't be taken back.
    else if (part) part.kind = delta.as;
  };
  const append = (part: PendingPart | undefined, text: string): void => {
    if (!part || text === '') return;
    part.pieces.push(text);
    if (part.kind === 'tool-call') part.balance.push(text);
  };

  /** A call is opened with its first argument, because its name may come in pieces until then. */
  const open = (part: PendingPart): OpenedPart => {
    const { kind, id, name } = part;
    const opened: OpenedPart = kind === 'tool-call' ? { kind, id, name } : { kind: kind === 'reasoning' ? 'reasoning' : 'text' };
    sink.open(opened);
    return opened;
  };

  const sendPart = (part: PendingPart, isOver: boolean): void => {
    if (part.kind === 'notice') return; // from the service, not the model
    if (part.pieces.length === 0) {
      if (!isOver) return;
      if (part.kind === 'tool-call') part.pieces.push('{}');
    }
    const opened = (part.opened ??= open(part));
    for (; part.sent < part.pieces.length; part.sent += 1) sink.append(opened, part.pieces[part.sent] ?? '');
    if (isOver) sink.close(opened, part.pieces.join(''));
  };

  const advance = (isEnd: boolean): void => {
    for (; current < parts.length; current += 1) {
      const part = parts[current];
      if (!part) return;
      // A call's arguments may go on after the next call has begun.
      const isComplete = part.kind !== 'tool-call' || part.balance.isClosed();
      const isOver = isEnd || (isComplete && current < parts.length - 1);
      sendPart(part, isOver);
      if (!isOver) return;
    }
  };

  return {
    push: (delta: AnswerDelta): void => {
      take(delta);
      advance(false);
    },
    /** Ends all parts. */
    end: (): void => advance(true),
  };
}
