import { useMemo, useEffect, useState } from 'react';
import type { Turn } from '../../electron/contract/chat-turn.ts';
import type { StoredAnswer } from '../../electron/contract/history.ts';
import { LiteralText } from '../markdown/literal-text.tsx';
import type { StreamingAnswer } from '../state/streaming-answer.ts';
import { useSession } from '../state/session.ts';
import { useQuery } from '../state/query.ts';
import { useStore } from '../state/store.ts';
import { AnswerPartView, Elapsed } from './answer-part-view.tsx';
import { useAnswerActions } from './answer-actions.tsx';
import './messages.css';
import { setIncluded, useChat } from './chat.ts';
import { MessageFrame } from './message-frame.tsx';
import { messageText } from './message-text.ts';
import { chatText } from './text.ts';
import { failureSentences } from '../../electron/contract/failures/render-failure.ts';
import { ChevronsRight, RotateCcw } from 'lucide-react';
import { CheckConnectionButton } from '../shared/connection-navigation.tsx';
import { Button } from '../ui/button.tsx';
import { answerStats, canContinue, describeEnding, hasContent } from './answer-stats.ts';
import type { Token } from '../../electron/contract/tokens.ts';
import { ShadedText, TokenLegend } from '../shared/shaded-text.tsx';
import { sharedText } from '../shared/text.ts';
import { shadings, type Shading } from '../shared/token-shading.ts';
import { createTokenTrack, type TokenTrack } from '../shared/token-track.ts';
import { Spinner } from '../ui/progress.tsx';
import { SegmentedControl } from '../ui/radio-group.tsx';

/** A finished or streaming answer of the model. */
export function AnswerView({
  message,
  isLast,
  openCallIds,
  turn,
}: {
  readonly message: StoredAnswer;
  readonly isLast: boolean;
  readonly openCallIds: ReadonlySet<string>;
  readonly turn: Turn | undefined;
}) {
  const { streamingAnswers } = useSession();
  const chat = useChat();
  const isLiteral = useStore(chat.literal).has(message.id);
  const showsTokens = useStore(chat.withTokens).has(message.id);
  const isReadOnly = useStore(chat.isReadOnly);
  const isRunning = message.state === 'running';
  const source = useMemo(() => streamingAnswers.partsOf(message), [streamingAnswers, message]);
  const parts = useStore(source);
  const actions = useAnswerActions({ message, isLiteral, isReadOnly });
  return (
    <MessageFrame message={message} name={message.model} isBusy={isRunning} actions={isRunning ? undefined : actions}>
      {showsTokens && !isRunning ? (
        <AnswerTokens message={message} />
      ) : isLiteral && !isRunning ? (
        <LiteralText text={messageText(message)} />
      ) : (
        // Keyed by index, so that open sections and selections survive the end of the answer.
        parts.map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- parts have no id and never change their order
          <AnswerPartView key={index} source={part} message={message} openCallIds={openCallIds} turn={turn} />
        ))
      )}
      {isRunning ? <AnswerProgress answer={streamingAnswers.forMessage(message)} /> : <AnswerFooter message={message} isLast={isLast} />}
      {turn?.state === 'running-tools' && <p className="answer-progress muted tiny">{chatText.answer.runningTools}</p>}
    </MessageFrame>
  );
}

/** Shows that an answer is streaming and since when. The main process knows the start better than the saved message. */
function AnswerProgress({ answer }: { readonly answer: StreamingAnswer }) {
  const startedAt = useStore(answer.startedAt);
  const parts = useStore(answer.parts);
  return (
    <p className="answer-progress muted tiny">
      {parts.length === 0 ? chatText.answer.waiting : chatText.answer.answering} <Elapsed since={startedAt} />
    </p>
  );
}

/** Shows how a finished answer ended and its statistics. */
function AnswerFooter({ message, isLast }: { readonly message: StoredAnswer; readonly isLast: boolean }) {
  const { actions, isReadOnly } = useChat();
  const canAsk = !useStore(isReadOnly);
  const { answer, failure, state } = message;
  const end = describeEnding(message);
  const buttons = isLast && canAsk && state !== 'running' && (
    <div className="answer-actions row">
      {(state === 'failed' || state === 'interrupted' || !hasContent(message)) && (
        <Button size="sm" icon={<RotateCcw aria-hidden />} onClick={() => actions.regenerate(message.id, null)}>
          {chatText.tryAgain}
        </Button>
      )}
      {failure !== null && <CheckConnectionButton code={failure.code} />}
      {canContinue(message) && (
        <Button size="sm" icon={<ChevronsRight aria-hidden />} onClick={() => actions.continueAnswer(message.id)}>
          {chatText.answer.continue}
        </Button>
      )}
    </div>
  );
  return (
    <>
      {end !== undefined && (
        <div className="row wrap small medium">
          <p>{end}</p>
          {(failure === null || state === 'stopped') && buttons}
        </div>
      )}
      {failure !== null && state !== 'stopped' && (
        <div className="answer-failure stack small">
          <p className="medium">{failureTitle(message)}</p>
          <p>{failureSentences(failure, { surface: 'window' })}</p>
          {buttons}
        </div>
      )}
      {answer.notes.map((note) => (
        <p key={note} className="muted tiny">
          {chatText.answer.note(note)}
        </p>
      ))}
      <ul className="answer-facts wrap muted tiny plain-list" data-unsearched aria-label={chatText.answer.details}>
        {answerStats(message).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </>
  );
}

function failureTitle({ answer, failure }: StoredAnswer): string {
  if (answer.parts.length === 0) return chatText.answer.noAnswer;
  return failure?.reason === 'answer-end-unmarked' ? chatText.answer.maybeIncomplete : chatText.answer.interrupted;
}

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
function AnswerTokens({ message }: { readonly message: StoredAnswer }) {
  const { bridge, attempt } = useSession();
  const { withTokens } = useChat();
  const [shading, setShading] = useState<Shading>('probability');
  const { value, failure } = useQuery(message.id, (signal) =>
    attempt(bridge.call('history.tokens', { messageId: message.id, from: 0, limit, withAlternatives: false }, { signal })),
  );
  const parts = useMemo(() => value && tokenParts(message, value.tokens), [message, value]);
  useEffect(() => {
    if (failure !== undefined) setIncluded(withTokens, message.id, false); // shows the answer itself again
  }, [failure, withTokens, message.id]);
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
