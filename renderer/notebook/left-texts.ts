import type { Call } from '../bridge/bridge.ts';
import { createDraftStore } from '../state/draft-store.ts';
import { readRanges, readSavedDraft } from './notebook-draft.ts';
import type { Position } from './undo-history.ts';

/** Saves the texts that were left without being saved, so that Undo returns to them after a restart too. */
export interface LeftTexts {
  readonly save: (positions: readonly Position[]) => void;
  /** Saves now instead of after a pause. */
  readonly flush: () => void;
  /** The texts saved before, oldest first. */
  readonly restored: Promise<readonly Position[]>;
}

const maxTexts = 20;
/** A saved draft has at most 4,000,000 characters, and JSON may escape some. */
const maxLength = 1_000_000;

export function createLeftTexts(call: Call): LeftTexts {
  const draft = createDraftStore(call, 'complete.left');
  return {
    restored: readSavedDraft(draft).then(readPositions),
    save: (positions) => {
      const json = writePositions(positions);
      if (json !== draft.read().text) draft.edit(json);
    },
    flush: draft.flush,
  };
}

/** Serializes the newest position of each text, as far as there is room. */
function writePositions(positions: readonly Position[]): string {
  const newest = new Map(positions.map((position) => [position.place, position]));
  let room = maxLength;
  const kept = [...newest.values()]
    .slice(-maxTexts)
    .toReversed()
    .filter(({ text, savedText }) => {
      const length = text.text.length + savedText.length;
      if (length > room) return false;
      room -= length;
      return true;
    });
  if (kept.length === 0) return '';
  return JSON.stringify(
    kept.toReversed().map(({ place: { conversationId }, text: { text, byModel }, nodeId, savedText }) => {
      return { text, byModel, nodeId, savedText, conversationId };
    }),
  );
}

function readPositions(json: string): readonly Position[] {
  if (json === '') return [];
  try {
    const read: unknown = JSON.parse(json);
    return Array.isArray(read) ? read.flatMap(readPosition) : [];
  } catch {
    return [];
  }
}

function readPosition(value: unknown): readonly Position[] {
  if (typeof value !== 'object' || value === null) return [];
  const { text, byModel, nodeId, savedText, conversationId } = value as Readonly<Record<string, unknown>>; // checked below
  if (typeof text !== 'string' || typeof savedText !== 'string') return [];
  return [
    {
      text: { text, byModel: Array.isArray(byModel) ? readRanges(byModel, text.length) : [] },
      savedText,
      nodeId: typeof nodeId === 'string' ? nodeId : null,
      place: { conversationId: typeof conversationId === 'string' ? conversationId : null },
    },
  ];
}
