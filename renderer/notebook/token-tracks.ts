import type { Result } from '../../electron/contract/failure.ts';
import type { Token, TokenPage } from '../../electron/contract/tokens.ts';
import type { Call } from '../bridge/bridge.ts';
import { createTokenTrack, type TokenTrack } from '../shared/token-track.ts';
import { createStore } from '../state/store.ts';
import type { ModelRange } from '../../electron/contract/history.ts';

export type TokenTracks = ReturnType<typeof createTokenTracks>;

const pageSize = 20_000;

/** The tokens of the shown continuations. */
export function createTokenTracks(call: Call) {
  const tracks = new Map<string, TokenTrack>();
  const version = createStore(0);
  const changed = (): void => version.write(version.read() + 1);
  return {
    /** Changes whenever tokens were read or added. */
    version,
    changed,
    /** Returns the tokens of a continuation, or undefined if it has none or they are being read. */
    of: (messageId: string): TokenTrack | undefined => tracks.get(messageId),
    /** Starts a track for a running continuation. */
    start: (messageId: string, first?: TokenTrack): TokenTrack => {
      const track = first ?? createTokenTrack();
      tracks.set(messageId, track);
      return track;
    },
    /** Reads the saved tokens of a continuation. `text` is its whole text. */
    load: async (messageId: string, text: string): Promise<void> => {
      const track = createTokenTrack();
      const tokens: Token[] = [];
      for (;;) {
        const page: Result<TokenPage> = await call('history.tokens', {
          messageId,
          from: tokens.length,
          limit: pageSize,
          withAlternatives: false,
        });
        if (!page.ok) return; // shading is an extra: the text is there without it
        tokens.push(...page.value.tokens);
        if (page.value.tokens.length === 0 || tokens.length >= page.value.total) break;
      }
      if (tokens.length === 0) return;
      track.append(tokens, text);
      tracks.set(messageId, track);
      changed();
    },
  };
}

/** A token of a continuation, and its place in the whole text. */
export interface FoundToken {
  readonly messageId: string;
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** Returns the visible token at an offset, or undefined in a text of the user or without figures. */
export function findToken(byModel: readonly ModelRange[], tracks: Pick<TokenTracks, 'of'>, offset: number): FoundToken | undefined {
  const range = byModel.find(({ start, end }) => start <= offset && offset < end);
  const track = range && tracks.of(range.messageId);
  if (!range || !track) return undefined;
  const shift = range.start - range.from;
  const index = track.firstAfter(offset - shift);
  if (index >= track.count()) return undefined;
  const { start, end } = track.at(index);
  if (start + shift > offset || end + shift > range.end) return undefined;
  return { messageId: range.messageId, index, start: start + shift, end: end + shift };
}

/** Returns the token at the cursor: the one after it, or before it at the end of the model's text. */
export function tokenAtCursor(byModel: readonly ModelRange[], tracks: Pick<TokenTracks, 'of'>, cursor: number): FoundToken | undefined {
  return findToken(byModel, tracks, cursor) ?? findToken(byModel, tracks, cursor - 1);
}

/** Returns the next visible token in a direction, within the text of the same author. */
export function neighbourToken(
  byModel: readonly ModelRange[],
  tracks: Pick<TokenTracks, 'of'>,
  { start, end }: FoundToken,
  step: -1 | 1,
): FoundToken | undefined {
  return findToken(byModel, tracks, step === 1 ? end : start - 1);
}
