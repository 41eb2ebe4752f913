import { MessagesSquare, SendHorizontal } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { TextArea } from '../ui/text-area.tsx';
import './chat-screen.css';
import type { Draft, DraftStore } from './draft-store.ts';

/** The conversation. This build reaches no model, so there is only a draft to write. */
export function ChatScreen({ draft }: { readonly draft: DraftStore }) {
  const { text, safety } = useStore(draft);
  useEffect(() => {
    window.addEventListener('pagehide', draft.flush);
    return () => {
      window.removeEventListener('pagehide', draft.flush);
      draft.flush();
    };
  }, [draft]);

  return (
    <div className="chat">
      <EmptyState icon={<MessagesSquare aria-hidden />} title="No model to talk to yet">
        This build of Causeway can’t reach a language model. You can write a message; it is kept as a draft on this computer.
      </EmptyState>
      <form
        className="chat-composer"
        aria-label="Composer"
        onSubmit={(event) => {
          event.preventDefault();
        }}
      >
        <TextArea
          label="Message"
          isLabelHidden
          placeholder="Write a message"
          value={text}
          onChange={draft.edit}
          onBlur={draft.flush}
          readOnly={safety.kind === 'reading'}
          data-first-focus
          aria-busy={safety.kind === 'reading'}
        />
        <div className="chat-composer-foot">
          <DraftSafety safety={safety} isEmpty={text === ''} />
          <p id="send-reason" className="chat-send-reason">
            Can’t send: no model is connected in this build.
          </p>
          <Button type="submit" variant="primary" isDisabled aria-describedby="send-reason" icon={<SendHorizontal aria-hidden />}>
            Send
          </Button>
        </div>
      </form>
    </div>
  );
}

function DraftSafety({ safety, isEmpty }: { readonly safety: Draft['safety']; readonly isEmpty: boolean }) {
  switch (safety.kind) {
    case 'reading':
      return <p className="chat-draft">Reading draft…</p>;
    case 'unkept':
      return <p className="chat-draft">Keeping draft…</p>;
    case 'kept':
      return <p className="chat-draft">{isEmpty ? '' : 'Draft kept'}</p>;
    case 'failed':
      return (
        <p className="chat-draft" data-tone="error" role="alert">
          {safety.during === 'keeping' ? 'Draft not kept.' : 'An earlier draft is not shown.'} {safety.failure.message}{' '}
          {safety.failure.remedy}
        </p>
      );
  }
}
