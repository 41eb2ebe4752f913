import type { Result } from '../../electron/contract/failure.ts';
import type { Token, TokenPage } from '../../electron/contract/tokens.ts';
import type { Call } from '../bridge/bridge.ts';
import { createTokenTrack, type TokenTrack } from '../shared/token-track.ts';
import { createStore, type Store } from '../state/store.ts';

/** The tokens of the shown continuations. */
export interface TokenTracks {
  /** Returns the tokens of a continuation, or undefined if it has none or they are being read. */
  readonly of: (messageId: string) => TokenTrack | undefined;
  /** Changes whenever tokens were read or added. */
  readonly version: Store<number>;
  /** Starts a track for a running continuation. */
  readonly start: (messageId: string, first?: TokenTrack) => TokenTrack;
  readonly changed: () => void;
  /** Reads the saved tokens of a continuation. `text` is its whole text. */
  readonly load: (messageId: string, text: string) => Promise<void>;
}

const pageSize = 20_000;

/** Creates the tracks of a window. */
export function createTokenTracks(call: Call): TokenTracks {
  const tracks = new Map<string, TokenTrack>();
  const version = createStore(0);
  const changed = (): void => {
    version.write(version.read() + 1);
  };
  return {
    version,
    changed,
    of: (messageId) => tracks.get(messageId),
    start: (messageId, first) => {
      const track = first ?? createTokenTrack();
      tracks.set(messageId, track);
      return track;
    },
    load: async (messageId, text) => {
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
