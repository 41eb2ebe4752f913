import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { cancelledCall } from '../../../electron/contract/failures/fail.ts';
import { listVariants } from '../../../electron/contract/run-variants.ts';
import type { PromptPreview as Preview } from '../../../electron/contract/runs.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { runsText } from '../text.ts';
import { useQuery } from '../../state/query.ts';
import type { StepProps } from './recipe.ts';
import { runEditorText } from './text.ts';

const text = runEditorText.prompt;
const previewDelayMs = 500;

/** Shows the request of one row as it will be sent. */
export function PromptPreview({ run, draft }: StepProps) {
  const { bridge } = useSession();
  const { recipe } = useStore(draft.state);
  const [row, setRow] = useState(1);
  const [variantId, setVariantId] = useState<string>();
  const variants = listVariants(recipe);
  const variant = variants.find(({ id }) => id === variantId) ?? variants[0];
  const shownRow = Math.min(Math.max(row, 1), Math.max(run.rows, 1));
  const hasPrompt = recipe.kind === 'batch' || recipe.templates.some(({ user }) => user.trim() !== '');
  const canPreview = run.rows > 0 && variant !== undefined && hasPrompt && run.table?.isReading !== true;
  const key = canPreview ? JSON.stringify([run.table?.fileName, run.rows, shownRow, variant.id, recipe]) : null;
  const delayMs = draft.state.read().saving === 'saved' ? 0 : previewDelayMs;
  const { value: preview, failure } = useQuery(
    key,
    async (signal) => {
      if (variant === undefined || !(await draft.flush())) return cancelledCall;
      return bridge.call('runs.preview', { id: run.id, row: shownRow, variantId: variant.id }, { signal });
    },
    delayMs,
  );
  return (
    <section className="run-preview run-parts" aria-label={text.previewTitle}>
      <div className="run-card-head row">
        <h3>{text.previewTitle}</h3>
        {canPreview && (
          <div className="run-preview-row row">
            <IconButton
              label={text.previousRow}
              size="sm"
              icon={<ChevronLeft aria-hidden />}
              isDisabled={shownRow <= 1}
              onClick={() => setRow(shownRow - 1)}
            />
            <TextField
              label={text.previewRow}
              isLabelHidden
              inputMode="numeric"
              value={String(row)}
              onChange={(typed) => setRow(Number.parseInt(typed, 10) || 0)}
            />
            <span className="muted small">{text.ofRows(run.rows)}</span>
            <IconButton
              label={text.nextRow}
              size="sm"
              icon={<ChevronRight aria-hidden />}
              isDisabled={shownRow >= run.rows}
              onClick={() => setRow(shownRow + 1)}
            />
          </div>
        )}
      </div>
      {canPreview && variants.length > 1 && (
        <Select
          label={runsText.variant}
          value={variant.id}
          options={variants.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setVariantId}
        />
      )}
      {!canPreview && <p className="muted small">{text.previewNeeds}</p>}
      {failure !== undefined && <FailureMessage failure={describeFailure(failure)} />}
      {canPreview && preview === undefined && failure === undefined && <Spinner label={text.loadingPreview} />}
      {canPreview && preview !== undefined && <FilledPrompt preview={preview} />}
    </section>
  );
}

function FilledPrompt({ preview: { messages, prompt, body, unknownColumns, notes } }: { readonly preview: Preview }) {
  return (
    <>
      {unknownColumns.length > 0 && <p className="runs-warning small">{text.unknown(unknownColumns)}</p>}
      {notes.map((note) => (
        <p key={note} className="runs-warning small">
          {note}
        </p>
      ))}
      {(messages ?? []).map((message, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- messages have no id
        <div key={index} className="run-message">
          <h4 className="muted tiny medium">{text.roles[message.role]}</h4>
          <FilledText>{'text' in message ? message.text : JSON.stringify(message.parts, null, 2)}</FilledText>
          {(message.role === 'user' ? (message.images ?? []) : []).map((image) => (
            <p key={image} className="muted small">
              {text.image(image)}
            </p>
          ))}
        </div>
      ))}
      {prompt !== null && (
        <div className="run-message">
          <FilledText>{prompt}</FilledText>
        </div>
      )}
      <details className="run-details">
        <summary className="muted small">{text.body}</summary>
        <pre className="run-pre" data-mono>
          {JSON.stringify(body, null, 2)}
        </pre>
      </details>
    </>
  );
}

function FilledText({ children }: { readonly children: string }) {
  return children === '' ? <p className="muted small">{text.emptyText}</p> : <pre className="run-pre">{children}</pre>;
}
