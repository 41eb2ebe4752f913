import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatSpan } from './answer-facts.ts';
import { Elapsed } from './elapsed.tsx';
import type { LivePart } from './live-answer.ts';

/** What the model thought on the way, folded; its length and time are told outside. */
export function Thinking({ text, startedAt, endedAt }: { readonly text: string } & Pick<LivePart, 'startedAt' | 'endedAt'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="thinking"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary className="thinking-summary">
        <ChevronRight aria-hidden />
        <span>
          <ThinkingTime startedAt={startedAt} endedAt={endedAt} />
        </span>
        <span className="thinking-length">{formatCount(text.length, 'character', 'characters')}</span>
      </summary>
      {/* Folded thinking can be very long: it costs nothing until it is looked at. */}
      {isOpen && <div className="thinking-text">{text}</div>}
    </details>
  );
}

function ThinkingTime({ startedAt, endedAt }: Pick<LivePart, 'startedAt' | 'endedAt'>) {
  if (startedAt === null) return 'Thought';
  if (endedAt !== null) return `Thought for ${formatSpan(endedAt - startedAt)}`;
  return (
    <>
      Thinking… <Elapsed since={startedAt} />
    </>
  );
}
