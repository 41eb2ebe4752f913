import type { Draft } from '../state/draft-store.ts';

/** Whether what is written is safe, in words. */
export function DraftStatus({ safety, isEmpty }: { readonly safety: Draft['safety']; readonly isEmpty: boolean }) {
  switch (safety.kind) {
    case 'reading':
      return <p className="chat-draft">Reading draft…</p>;
    case 'unkept':
      return <p className="chat-draft">{isEmpty ? '' : 'Keeping draft…'}</p>;
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
