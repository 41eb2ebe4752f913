import { useMemo } from 'react';
import { StreamingMarkdown } from '../markdown/markdown.tsx';
import type { StreamingPart } from '../state/streaming-answer.ts';
import { useStore, type Store } from '../state/store.ts';
import { Thinking } from './thinking.tsx';
import { ToolCallView, type AnswerPartProps } from './tool-call-view.tsx';

/** One part of an answer; while it grows, nothing else is drawn again. */
export function AnswerPartView({ source, message, isLast, run }: AnswerPartProps) {
  const kind = useStore(useMemo(() => kindOf(source), [source]));
  const isLive = useStore(useMemo(() => isLiveOf(source), [source]));
  const text = useMemo(() => textOf(source), [source]);
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
function kindOf(source: Store<StreamingPart>): Store<StreamingPart['part']['kind']> {
  return { read: () => source.read().part.kind, subscribe: source.subscribe };
}

function isLiveOf(source: Store<StreamingPart>): Store<boolean> {
  return { read: () => source.read().endedAt === null, subscribe: source.subscribe };
}

function textOf(source: Store<StreamingPart>): Store<string> {
  return {
    read: () => {
      const { part } = source.read();
      return part.kind === 'tool-call' ? part.arguments : part.text;
    },
    subscribe: source.subscribe,
  };
}
