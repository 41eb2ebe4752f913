import { useState } from 'react';
import { LiveReading } from '../reading/reading.tsx';
import { formatCount } from '../state/number-words.ts';
import type { LivePart } from '../state/live-answer.ts';
import { useSession } from '../state/session.ts';
import { useStore, type Store } from '../state/store.ts';
import { formatThinking } from './answer-facts.ts';
import { Elapsed } from './elapsed.tsx';
import { Fold } from './fold.tsx';

/** What the model thought on the way, folded; its length and time are told outside. */
export function Thinking({ source, text }: { readonly source: Store<LivePart>; readonly text: Store<string> }) {
  const { part, startedAt, endedAt } = useStore(source);
  const { opensThinking } = useStore(useSession().settings).chat;
  /** What the reader decided; until then the setting does, while it goes on. */
  const [choice, setChoice] = useState<boolean>();
  const isOpen = choice ?? (opensThinking && endedAt === null);
  return (
    <Fold
      isOpen={isOpen}
      onOpenChange={setChoice}
      words={<ThinkingTime keptMs={part.kind === 'reasoning' ? part.durationMs : undefined} startedAt={startedAt} endedAt={endedAt} />}
      aside={<Length text={text} />}
    >
      <div className="thinking-text">
        <LiveReading store={text} isLive={endedAt === null} />
      </div>
    </Fold>
  );
}

function Length({ text }: { readonly text: Store<string> }) {
  return formatCount(useStore(text).length, 'character', 'characters');
}

function ThinkingTime({
  keptMs,
  startedAt,
  endedAt,
}: Pick<LivePart, 'startedAt' | 'endedAt'> & {
  /** As it was measured where the answer came in; known once the answer is kept. */
  readonly keptMs: number | undefined;
}) {
  if (endedAt === null) return <>Thinking… {startedAt !== null && <Elapsed since={startedAt} />}</>;
  const ms = keptMs ?? (startedAt === null ? undefined : endedAt - startedAt);
  // What came in one piece gives no time away.
  return ms === undefined || ms < 50 ? 'Thought' : `Thought for ${formatThinking(ms)}`;
}
