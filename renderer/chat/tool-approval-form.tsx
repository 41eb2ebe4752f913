import { Ban, Play, Reply } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ToolCallDecision, PendingToolCall } from '../../electron/contract/chat-turn.ts';
import { LiteralText } from '../markdown/literal-text.tsx';
import { isFocusFree } from '../state/pending-request.ts';
import { Button } from '../ui/button.tsx';
import { isComposing } from '../ui/shortcut.tsx';
import { TextArea } from '../ui/text-field.tsx';
import type { CallInput } from './call-inputs.ts';
import { useChat } from './chat.ts';
import { jsonError } from './message-text.ts';
import { prettyJson } from './pretty-json.ts';
import { chatText } from './text.ts';

const words = chatText.toolCall;

/** A pending tool call: run it, optionally with other arguments, type its result, or decline it. */
export function ToolApprovalForm({ call, conversationId }: { readonly call: PendingToolCall; readonly conversationId: string }) {
  const { actions, callInputs, focusNext } = useChat();
  const canRun = call.binding !== 'ask' && call.binding !== 'none';
  const initialText = prettyJson(call.arguments);
  const address = { conversationId, messageId: call.messageId, callId: call.callId };
  const [input, setInput] = useState<CallInput>(() => callInputs.read(address) ?? { text: initialText, result: '', isTyping: false });
  const { text, result } = input;
  const isTyping = input.isTyping || !canRun; // the tool may have changed meanwhile
  const change = (changed: Partial<CallInput>) => {
    const next = { ...input, ...changed };
    callInputs.save(address, next);
    setInput(next);
  };
  const [isSent, setSent] = useState(false);
  const explanationId = useId();
  const error = jsonError(text);
  const isDecided = useRef(false);
  // If this form is unmounted with the focus in it, the focus has to move somewhere.
  useEffect(
    () => () => {
      if (isDecided.current && isFocusFree()) focusNext();
    },
    [focusNext],
  );
  const decide = async (decision: ToolCallDecision) => {
    isDecided.current = true;
    setSent(true);
    if (await actions.decideCall(call.messageId, call.callId, decision)) {
      callInputs.forget(address);
      return;
    }
    isDecided.current = false;
    setSent(false);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only handles Ctrl+Enter of its children
    <form
      className="pending-call stack"
      data-waiting-call
      // includes the arguments, because several calls of one tool can be pending
      aria-label={words.form(call.name, call.arguments.slice(0, 80))}
      aria-describedby={explanationId}
      // The form itself takes the focus, not its button, so that an Enter meant for the composer runs nothing.
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isSent || isComposing(event.nativeEvent)) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (isTyping) void decide({ kind: 'result', text: result });
        else if (error === undefined) void decide(text === initialText ? { kind: 'run' } : { kind: 'run', arguments: text });
      }}
    >
      <p id={explanationId} className="part-notice muted tiny">
        {words.explanations[call.binding]}
      </p>
      {isTyping ? (
        <>
          <div className="part-arguments">
            <LiteralText text={initialText} />
          </div>
          <TextArea
            label={words.result}
            value={result}
            readOnly={isSent}
            onChange={(typed) => change({ result: typed, isTyping: true })}
            placeholder={words.resultPlaceholder}
            data-mono
            data-first-field={canRun ? undefined : ''}
          />
        </>
      ) : (
        <TextArea
          label={words.arguments}
          value={text}
          readOnly={isSent}
          onChange={(typed) => change({ text: typed })}
          error={error}
          spellCheck={false}
          data-mono
        />
      )}
      <div className="pending-call-foot row wrap muted tiny">
        <Button size="sm" icon={<Ban aria-hidden />} isDisabled={isSent} onClick={() => void decide({ kind: 'decline' })}>
          {words.decline}
        </Button>
        {canRun && (
          <Button size="sm" variant="quiet" onClick={() => change({ isTyping: !isTyping })}>
            {isTyping ? words.runInstead : words.enterInstead}
          </Button>
        )}
        <Button
          type="submit"
          size="sm"
          variant="primary"
          icon={isTyping ? <Reply aria-hidden /> : <Play aria-hidden />}
          isDisabled={isSent || (!isTyping && error !== undefined)}
        >
          {isTyping ? words.sendResult : words.run}
        </Button>
      </div>
    </form>
  );
}
