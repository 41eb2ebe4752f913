import { describeFailure, failureSentences } from '../../electron/contract/failures/render-failure.ts';
import type { Draft } from '../state/draft-store.ts';
import { chatText } from './text.ts';

/** Shows whether a draft is saved, with its attachments and images. */
export function DraftStatus({ draft, files, images }: { readonly draft: Draft; readonly files: Draft; readonly images: Draft }) {
  const failed = describeProblem(draft) ?? describeFilesProblem(files) ?? describeFilesProblem(images);
  if (failed !== undefined)
    return (
      <p className="chat-draft" data-tone="error" role="alert">
        {failed}
      </p>
    );
  const kinds = new Set([draft, files, images].map(({ status }) => status.kind));
  if (kinds.has('reading')) return <p className="chat-draft">{chatText.draft.loading}</p>;
  const isEmpty = [draft, files, images].every(({ text }) => text === '');
  const text = kinds.has('unsaved') ? chatText.draft.saving : chatText.draft.saved;
  return <p className="chat-draft">{isEmpty ? '' : text}</p>;
}

function describeProblem({ status }: Draft): string | undefined {
  if (status.kind !== 'failed') return undefined;
  const { notSaved, notLoaded } = chatText.draft;
  return `${status.during === 'saving' ? notSaved : notLoaded} ${failureSentences(status.failure, { surface: 'window' })}`;
}

/** Leaves out the failure's own remedy, because a restart would lose files that aren't saved. */
function describeFilesProblem({ status }: Draft): string | undefined {
  if (status.kind !== 'failed') return undefined;
  const { filesNotSaved, filesNotLoaded } = chatText.draft;
  return (status.during === 'saving' ? filesNotSaved : filesNotLoaded)(describeFailure(status.failure).message);
}
