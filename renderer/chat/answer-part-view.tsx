import type { CallState, ToolCall } from '../../electron/contract/answer.ts';
import { useStore, type Store } from '../state/store.ts';
import type { LivePart } from './live-answer.ts';
import { Thinking } from './thinking.tsx';

/** One part of an answer; while it grows, nothing else is drawn again. */
export function AnswerPartView({ source }: { readonly source: Store<LivePart> }) {
  const { part, startedAt, endedAt } = useStore(source);
  switch (part.kind) {
    case 'text':
      return <div className="part-text">{part.text}</div>;
    case 'reasoning':
      return <Thinking text={part.text} startedAt={startedAt} endedAt={endedAt} />;
    case 'tool-call':
      return <ToolCallView call={part} />;
    case 'refusal':
      return (
        <div className="part-aside">
          <p className="part-label">Declined by the model</p>
          <div className="part-text">{part.text}</div>
        </div>
      );
    case 'notice':
      return <p className="part-notice">From the service: {part.text}</p>;
  }
}

const callWords: Readonly<Record<CallState, string>> = {
  unfinished: 'being written',
  valid: 'not run: this build runs no tools',
  'invalid-arguments': 'not run: its arguments are not valid',
  'not-offered': 'not run: no such tool was offered',
};

function ToolCallView({ call }: { readonly call: ToolCall }) {
  return (
    <div className="part-aside">
      <p className="part-label">
        Tool call <code>{call.name}</code> <span className="part-state">{callWords[call.state]}</span>
      </p>
      <pre className="part-arguments">{call.arguments}</pre>
    </div>
  );
}
