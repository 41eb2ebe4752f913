import { useState } from 'react';
import { StreamingMarkdown } from '../markdown/markdown.tsx';
import { formatCount } from '../shared/format.ts';
import type { StreamingPart } from '../state/streaming-answer.ts';
import { useSession } from '../state/session.ts';
import { useStore, type Store } from '../state/store.ts';
import { formatThinking } from './answer-stats.ts';
import { Elapsed } from './elapsed.tsx';
import { Disclosure } from './disclosure.tsx';

/** What the model thought on the way, folded; its length and time are told outside. */
export function Thinking({ source, text }: { readonly source: Store<StreamingPart>; readonly text: Store<string> }) {
  const { part, startedAt, endedAt } = useStore(source);
  const { opensThinking } = useStore(useSession().settings).chat;
  /** What the reader decided; until then the setting does, while it goes on. */
  const [choice, setChoice] = useState<boolean>();
  const isOpen = choice ?? (opensThinking && endedAt === null);
  return (
    <Disclosure
      isOpen={isOpen}
      onOpenChange={setChoice}
      words={<ThinkingTime keptMs={part.kind === 'reasoning' ? part.durationMs : undefined} startedAt={startedAt} endedAt={endedAt} />}
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
  keptMs,
  startedAt,
  endedAt,
}: Pick<StreamingPart, 'startedAt' | 'endedAt'> & {
  /** As it was measured where the answer came in; known once the answer is kept. */
  readonly keptMs: number | undefined;
}) {
  if (endedAt === null) return <>Thinking… {startedAt !== null && <Elapsed since={startedAt} />}</>;
  const ms = keptMs ?? (startedAt === null ? undefined : endedAt - startedAt);
  // What came in one piece gives no time away.
  return ms === undefined || ms < 50 ? 'Thought' : `Thought for ${formatThinking(ms)}`;
}
