import { ArrowDown } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { createFollower } from './follower.ts';
import './message-list.css';
import { runningTurn, type Turn } from './turn.ts';
import { TurnView } from './turn-view.tsx';

/** The turns, oldest first, with the end in sight while the reader is there. */
export function MessageList({ turns, onTryAgain }: { readonly turns: readonly Turn[]; readonly onTryAgain: () => void }) {
  const area = useRef<HTMLDivElement>(null);
  const [follower] = useState(createFollower);
  const hasNewBelow = useStore(follower.hasNewBelow);
  useEffect(() => {
    const content = area.current?.firstElementChild;
    return area.current && content ? follower.watch(area.current, content) : undefined;
  }, [follower]);
  useLayoutEffect(() => {
    follower.update(runningTurn(turns) !== undefined, turns.length);
  }, [follower, turns]);
  return (
    <div className="messages">
      {/* Scrolled by keys too, so it takes the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={area} role="log" aria-label="Conversation" className="messages-log" tabIndex={0}>
        <div className="messages-turns">
          {turns.map((turn, index) => (
            <TurnView key={turn.id} turn={turn} isLast={index === turns.length - 1} onTryAgain={onTryAgain} />
          ))}
        </div>
      </div>
      <output className="visually-hidden">{progressWords(turns)}</output>
      {hasNewBelow && (
        <div className="messages-new">
          <Button
            size="sm"
            icon={<ArrowDown aria-hidden />}
            onClick={() => {
              follower.toEnd();
              area.current?.focus({ preventScroll: true });
            }}
          >
            New below
          </Button>
        </div>
      )}
    </div>
  );
}

/** What a listener hears of an answer besides its words. */
function progressWords(turns: readonly Turn[]): string {
  const last = turns.at(-1);
  if (last?.kind !== 'answer') return '';
  if (last.state.kind === 'running') return 'An answer is on its way.';
  return last.state.failure === null ? 'The answer is complete.' : 'The answer ended early.';
}
