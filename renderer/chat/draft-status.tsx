import type { Draft } from '../state/draft-store.ts';

/** Whether what is written is safe, in words. */
export function DraftStatus({ status, isEmpty }: { readonly status: Draft['status']; readonly isEmpty: boolean }) {
  switch (status.kind) {
    case 'reading':
      return <p className="chat-draft">Reading draft…</p>;
    case 'unsaved':
      return <p className="chat-draft">{isEmpty ? '' : 'Keeping draft…'}</p>;
    case 'saved':
      return <p className="chat-draft">{isEmpty ? '' : 'Draft kept'}</p>;
    case 'failed':
      return (
        <p className="chat-draft" data-tone="error" role="alert">
          {status.during === 'saving' ? 'Draft not kept.' : 'An earlier draft is not shown.'} {status.failure.message}{' '}
          {status.failure.remedy}
        </p>
      );
  }
}
