import { useMemo, useState, useEffect } from 'react';
import { StreamingLiteralText } from '../markdown/literal-text.tsx';
import { StreamingMarkdown } from '../markdown/markdown.tsx';
import type { StreamingPart } from '../state/streaming-answer.ts';
import { useStore, type Store } from '../state/store.ts';
import { useSession } from '../state/session.ts';
import { formatThinkingTime, formatElapsed } from './answer-stats.ts';
import { Disclosure } from './disclosure.tsx';
import { chatText } from './text.ts';
import type { Turn } from '../../electron/contract/chat-turn.ts';
import type { StoredAnswer } from '../../electron/contract/history.ts';
import { useChat } from './chat.ts';
import { prettyJson } from './pretty-json.ts';
import './messages.css';
import { ToolApprovalForm } from './tool-approval-form.tsx';

/** One part of an answer. A growing part re-renders alone. */
export function AnswerPartView({ source, message, openCallIds, turn }: AnswerPartProps) {
  const { subscribe } = source;
  // Only these, so that a growing text re-renders only the component that shows it.
  const kind = useStore({ read: () => source.read().part.kind, subscribe });
  const isLive = useStore({ read: () => source.read().endedAt === null, subscribe });
  const text = useMemo(() => partText(source), [source]);
  switch (kind) {
    case 'text':
      return <StreamingMarkdown store={text} isLive={isLive} />;
    case 'reasoning':
      return <Thinking source={source} text={text} />;
    case 'tool-call':
      return <ToolCallView source={source} text={text} message={message} openCallIds={openCallIds} turn={turn} />;
    case 'refusal':
      return (
        <div className="part-aside stack small">
          <p className="medium">{chatText.answer.declined}</p>
          <StreamingMarkdown store={text} isLive={isLive} />
        </div>
      );
    case 'notice':
      return <Notice text={text} />;
  }
}

function Notice({ text }: { readonly text: Store<string> }) {
  return <p className="part-notice muted tiny">{chatText.answer.fromService(useStore(text))}</p>;
}

function partText(source: Store<StreamingPart>): Store<string> {
  return {
    read: () => {
      const { part } = source.read();
      return part.kind === 'tool-call' ? part.arguments : part.text;
    },
    subscribe: source.subscribe,
  };
}

/** The model's reasoning, collapsed. Its length and duration stay visible. */
function Thinking({ source, text }: { readonly source: Store<StreamingPart>; readonly text: Store<string> }) {
  const { part, startedAt, endedAt } = useStore(source);
  const { opensThinking } = useStore(useSession().settings).chat;
  /** The user's choice. Until there is one, the setting applies while the model is thinking. */
  const [choice, setChoice] = useState<boolean>();
  const isOpen = choice ?? (opensThinking && endedAt === null);
  return (
    <Disclosure
      isOpen={isOpen}
      onOpenChange={setChoice}
      summary={
        <ThinkingTime measuredMs={part.kind === 'reasoning' ? part.durationMs : undefined} startedAt={startedAt} endedAt={endedAt} />
      }
      aside={<Length text={text} />}
    >
      <div className="thinking-text">
        <StreamingMarkdown store={text} isLive={endedAt === null} />
      </div>
    </Disclosure>
  );
}

function Length({ text }: { readonly text: Store<string> }) {
  return chatText.answer.characters(useStore(text).length);
}

function ThinkingTime({
  measuredMs,
  startedAt,
  endedAt,
}: Pick<StreamingPart, 'startedAt' | 'endedAt'> & {
  /** Measured by the main process. Known once the answer is saved. */
  readonly measuredMs: number | undefined;
}) {
  if (endedAt === null)
    return (
      <>
        {chatText.answer.reasoning} {startedAt !== null && <Elapsed since={startedAt} />}
      </>
    );
  const ms = measuredMs ?? (startedAt === null ? undefined : endedAt - startedAt);
  // Reasoning that arrived in one chunk has no meaningful duration.
  return ms === undefined || ms < 50 ? chatText.answer.reasoned : chatText.answer.reasonedFor(formatThinkingTime(ms));
}

/** Counts the seconds since a `performance.now()` timestamp. */
export function Elapsed({ since }: { readonly since: number }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span className="elapsed">{formatElapsed(now - since)}</span>;
}

interface AnswerPartProps {
  readonly source: Store<StreamingPart>;
  readonly message: StoredAnswer;
  /** The ids of its calls that can be decided without a turn. */
  readonly openCallIds: ReadonlySet<string>;
  readonly turn: Turn | undefined;
}

/** A tool call: its name, its arguments, and a form while it is pending. */
function ToolCallView({ source, text, message, openCallIds, turn }: AnswerPartProps & { readonly text: Store<string> }) {
  const tools = useStore(useSession().toolbox).value?.tools ?? [];
  const isReadOnly = useStore(useChat().isReadOnly);
  const { part, endedAt } = useStore(source);
  if (part.kind !== 'tool-call') return null;
  const pendingCall =
    turn?.waiting.find(({ callId, messageId }) => callId === part.id && messageId === message.id) ??
    (openCallIds.has(part.id) && !isReadOnly
      ? {
          messageId: message.id,
          callId: part.id,
          name: part.name,
          arguments: part.arguments,
          binding: tools.find(({ name }) => name === part.name)?.binding.kind ?? 'none',
        }
      : undefined);
  const stateLabel =
    part.state === 'unfinished' && message.state !== 'running' ? chatText.toolCall.notFinished : chatText.toolCall.states[part.state];
  return (
    <div className="part-aside stack small" data-tone={pendingCall === undefined ? undefined : 'waiting'}>
      <p className="medium">
        {chatText.toolCall.title} <code>{part.name}</code>
        {stateLabel !== '' && <span className="part-state muted">, {stateLabel}</span>}
      </p>
      {pendingCall === undefined ? (
        <div className="part-arguments">
          <StreamingLiteralText store={text} isLive={endedAt === null} format={prettyJson} />
        </div>
      ) : (
        <ToolApprovalForm call={pendingCall} conversationId={message.conversationId} />
      )}
    </div>
  );
}
