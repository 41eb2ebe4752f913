import type { Turn } from '../../electron/contract/chat-turn.ts';
import type { StoredAnswer } from '../../electron/contract/history.ts';
import { revealHiddenCharacters } from '../markdown/reveal-hidden-characters.tsx';
import type { StreamingPart } from '../state/streaming-answer.ts';
import { useSession } from '../state/session.ts';
import { useStore, type Store } from '../state/store.ts';
import { useChat } from './chat.ts';
import { prettyJson } from './pretty-json.ts';
import './messages.css';
import { ToolApprovalForm } from './tool-approval-form.tsx';
import { chatText } from './text.ts';

/** Props of a view of one answer part. */
export interface AnswerPartProps {
  readonly source: Store<StreamingPart>;
  readonly message: StoredAnswer;
  /** The ids of its calls that can be decided without a turn. */
  readonly openCallIds: ReadonlySet<string>;
  readonly turn: Turn | undefined;
}

/** A tool call: its name, its arguments, and a form while it is pending. */
export function ToolCallView({ source, message, openCallIds, turn }: AnswerPartProps) {
  const tools = useStore(useSession().toolbox).value?.tools ?? [];
  const isReadOnly = useStore(useChat().isReadOnly);
  const { part } = useStore(source);
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
        <pre className="part-arguments">{revealHiddenCharacters(prettyJson(part.arguments))}</pre>
      ) : (
        <ToolApprovalForm call={pendingCall} conversationId={message.conversationId} />
      )}
    </div>
  );
}
