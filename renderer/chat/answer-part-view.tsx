import { useMemo, useState, useEffect } from 'react';
import { StreamingMarkdown } from '../markdown/markdown.tsx';
import type { StreamingPart } from '../state/streaming-answer.ts';
import { useStore, type Store } from '../state/store.ts';
import { ToolCallView, type AnswerPartProps } from './tool-call-view.tsx';
import { formatCount } from '../shared/format-number.ts';
import { useSession } from '../state/session.ts';
import { formatThinkingTime, formatElapsed } from './answer-stats.ts';
import { Disclosure } from './disclosure.tsx';

/** One part of an answer; while it grows, nothing else is drawn again. */
export function AnswerPartView({ source, message, isLast, run }: AnswerPartProps) {
  const kind = useStore(useMemo(() => partKind(source), [source]));
  const isLive = useStore(useMemo(() => partIsLive(source), [source]));
  const text = useMemo(() => partText(source), [source]);
  switch (kind) {
    case 'text':
      return <StreamingMarkdown store={text} isLive={isLive} />;
    case 'reasoning':
      return <Thinking source={source} text={text} />;
    case 'tool-call':
      return <ToolCallView source={source} message={message} isLast={isLast} run={run} />;
    case 'refusal':
      return (
        <div className="part-aside">
          <p className="part-label">Declined by the model</p>
          <StreamingMarkdown store={text} isLive={isLive} />
        </div>
      );
    case 'notice':
      return <Notice text={text} />;
  }
}

function Notice({ text }: { readonly text: Store<string> }) {
  return <p className="part-notice">From the service: {useStore(text)}</p>;
}

/** The kind alone, so that a growing text wakes only who shows the text. */
function partKind(source: Store<StreamingPart>): Store<StreamingPart['part']['kind']> {
  return { read: () => source.read().part.kind, subscribe: source.subscribe };
}

function partIsLive(source: Store<StreamingPart>): Store<boolean> {
  return { read: () => source.read().endedAt === null, subscribe: source.subscribe };
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

/** What the model thought on the way, folded; its length and time are told outside. */
function Thinking({ source, text }: { readonly source: Store<StreamingPart>; readonly text: Store<string> }) {
  const { part, startedAt, endedAt } = useStore(source);
  const { opensThinking } = useStore(useSession().settings).chat;
  /** What the reader decided; until then the setting does, while it goes on. */
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
  return formatCount(useStore(text).length, 'character', 'characters');
}

function ThinkingTime({
  measuredMs,
  startedAt,
  endedAt,
}: Pick<StreamingPart, 'startedAt' | 'endedAt'> & {
  /** As it was measured where the answer came in; known once the answer is kept. */
  readonly measuredMs: number | undefined;
}) {
  if (endedAt === null) return <>Thinking… {startedAt !== null && <Elapsed since={startedAt} />}</>;
  const ms = measuredMs ?? (startedAt === null ? undefined : endedAt - startedAt);
  // What came in one piece gives no time away.
  return ms === undefined || ms < 50 ? 'Thought' : `Thought for ${formatThinkingTime(ms)}`;
}

/** The time since a moment of the page's own clock, in whole seconds, as it passes. */
export function Elapsed({ since }: { readonly since: number }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(performance.now());
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return <span className="elapsed">{formatElapsed(now - since)}</span>;
}
