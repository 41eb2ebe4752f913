import { useEffect, useState } from 'react';
import type { StoredAnswer } from '../../electron/contract/history.ts';
import type { Token } from '../../electron/contract/tokens.ts';
import { ShadedText, TokenLegend } from '../shared/shaded-text.tsx';
import { sharedText } from '../shared/text.ts';
import { shadings, type Shading } from '../shared/token-shading.ts';
import { createTokenTrack, type TokenTrack } from '../shared/token-track.ts';
import { useSession } from '../state/session.ts';
import { Spinner } from '../ui/progress.tsx';
import { SegmentedControl } from '../ui/radio-group.tsx';
import { useChat } from './chat.ts';
import { chatText } from './text.ts';

/** More tokens than answers have. A longer one is shown as far as it was read. */
const limit = 20_000;

/** The tokens of one kind, with the text they belong to. */
interface TokenPart {
  readonly kind: 'content' | 'reasoning';
  readonly text: string;
  readonly track: TokenTrack;
  /** The index of each among all tokens of the answer. */
  readonly indexes: readonly number[];
}

/** An answer as the model wrote it, with the probability of each token. */
export function AnswerTokens({ message }: { readonly message: StoredAnswer }) {
  const { bridge, report } = useSession();
  const { withTokens } = useChat();
  const [shading, setShading] = useState<Shading>('probability');
  const [parts, setParts] = useState<readonly TokenPart[]>();
  useEffect(() => {
    let isOver = false;
    const readTokens = async () => {
      const page = await bridge.call('history.tokens', { messageId: message.id, from: 0, limit, withAlternatives: false });
      if (isOver) return;
      if (page.ok) setParts(tokenParts(message, page.value.tokens));
      else {
        report(page.failure);
        withTokens.write(new Set([...withTokens.read()].filter((id) => id !== message.id))); // shows the answer itself again
      }
    };
    void readTokens();
    return () => {
      isOver = true;
    };
  }, [bridge, report, withTokens, message]);
  const readToken = async (index: number): Promise<Token | undefined> => {
    const page = await bridge.call('history.tokens', { messageId: message.id, from: index, limit: 1, withAlternatives: true });
    return page.ok ? page.value.tokens[0] : undefined;
  };
  if (parts === undefined) return <Spinner label={chatText.answer.tokens.loading} />;
  return (
    <div className="answer-tokens stack">
      <SegmentedControl
        label={sharedText.tokens.shading}
        options={shadings.map((value) => ({ value, label: sharedText.tokens.shadings[value] }))}
        value={shading}
        onChange={setShading}
      />
      {shading !== 'off' && <TokenLegend shading={shading} />}
      {parts.map(({ kind, text, track, indexes }) => (
        <ShadedText
          key={kind}
          label={kind === 'content' ? chatText.answer.tokens.answer : chatText.answer.tokens.reasoning}
          text={text}
          track={track}
          shading={shading}
          readToken={(index) => readToken(indexes[index] ?? 0)}
        />
      ))}
    </div>
  );
}

/** Returns the reasoning and the answer, each with its tokens. */
function tokenParts({ answer }: StoredAnswer, tokens: readonly Token[]): readonly TokenPart[] {
  return (['reasoning', 'content'] as const).flatMap((kind) => {
    const partKind = kind === 'content' ? 'text' : 'reasoning';
    const text = answer.parts.map((part) => (part.kind === partKind ? part.text : '')).join('');
    const indexes = tokens.flatMap((token, index) => (token.kind === kind ? [index] : []));
    if (text === '' || indexes.length === 0) return [];
    const track = createTokenTrack();
    track.append(
      tokens.filter((token) => token.kind === kind),
      text,
    );
    return [{ kind, text, track, indexes }];
  });
}
