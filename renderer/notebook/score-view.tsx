import { describeFailure, failureSentences } from '../../electron/contract/failures/render-failure.ts';
import { ClipboardPaste, Download, Gauge, Square } from 'lucide-react';
import { useState } from 'react';
import type { TextRange } from '../../electron/presentation/align-tokens.ts';
import { scoreLines, scoreRange, type TextScore } from '../../electron/presentation/perplexity.ts';
import { ShadedText } from '../shared/shaded-text.tsx';
import type { Shading } from '../shared/token-shading.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureMessage } from '../ui/failure-message.tsx';
import { isComposing } from '../ui/shortcut.tsx';
import { Progress } from '../ui/progress.tsx';
import { ScrollRegion } from '../ui/scroll-region.tsx';
import { SegmentedControl } from '../ui/radio-group.tsx';
import { TextArea } from '../ui/text-field.tsx';
import type { Notebook } from './notebook.ts';
import { maxTexts, textsToScore, type ScoredRow, type Scoring } from './scoring.ts';
import { notebookText } from './text.ts';

const text = notebookText.score;

/** Scores given texts: how likely a model finds each token. */
export function ScoreView({
  scoring,
  notebook,
  model,
  reason,
  shading,
}: {
  readonly scoring: Scoring;
  readonly notebook: Notebook;
  readonly model: string | undefined;
  /** Why the model can't be asked. */
  readonly reason: string | undefined;
  readonly shading: Shading;
}) {
  const typed = useStore(scoring.typed);
  const separator = useStore(scoring.separator);
  const state = useStore(scoring.state);
  const count = textsToScore(typed, separator).length;
  const problem = count > maxTexts ? text.tooMany : reason;
  const score = () => {
    if (model !== undefined && problem === undefined && count > 0) void scoring.score(model);
  };
  return (
    <div className="score column">
      <div className="score-input stack">
        <TextArea
          label={text.texts}
          placeholder={text.placeholder}
          rows={4}
          spellCheck={false}
          value={typed}
          onChange={scoring.typed.write}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event.nativeEvent)) return;
            event.preventDefault();
            score();
          }}
        />
        <div className="row wrap">
          <SegmentedControl
            label={text.separator}
            options={[
              { value: 'lines', label: text.separators.lines },
              { value: 'whole', label: text.separators.whole },
            ]}
            value={separator}
            onChange={scoring.separator.write}
          />
          <Button
            size="sm"
            variant="quiet"
            icon={<ClipboardPaste aria-hidden />}
            isDisabled={notebook.text.read().text === ''}
            onClick={() => {
              scoring.typed.write(notebook.text.read().text);
              scoring.separator.write('whole');
            }}
          >
            {text.takeText}
          </Button>
          <span className="score-reason muted small" id="score-reason">
            {problem}
          </span>
          {state.kind === 'scoring' ? (
            <Button icon={<Square aria-hidden />} onClick={scoring.cancel}>
              {text.cancel}
            </Button>
          ) : (
            <Button
              variant="primary"
              icon={<Gauge aria-hidden />}
              isDisabled={model === undefined || problem !== undefined || count === 0}
              aria-describedby="score-reason"
              onClick={score}
            >
              {text.score}
            </Button>
          )}
        </div>
        {state.kind === 'scoring' && <Progress label={text.scoring(state.done, state.total)} value={state.done} max={state.total} />}
        {state.kind === 'failed' && <FailureMessage failure={describeFailure(state.failure)} />}
      </div>
      <ScoreResults scoring={scoring} shading={shading} />
    </div>
  );
}

function ScoreResults({ scoring, shading }: { readonly scoring: Scoring; readonly shading: Shading }) {
  const { toaster } = useSession();
  const rows = useStore(scoring.rows);
  const selectedId = useStore(scoring.selectedId);
  const selected = rows.find(({ id }) => id === selectedId);
  const exportCsv = async (kind: 'texts' | 'tokens') => {
    const file = await scoring.exportCsv(kind);
    if (file !== null) toaster.show({ title: notebookText.export.saved, description: file });
  };
  if (rows.length === 0) return <EmptyState title={text.empty}>{text.emptyHint}</EmptyState>;
  return (
    <ScrollRegion label={text.results} className="score-results column">
      <table className="score-table small">
        <caption className="visually-hidden">{text.results}</caption>
        <FigureHead first={text.columns.text} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-selected={row.id === selectedId ? '' : undefined}>
              <th scope="row">
                <button
                  type="button"
                  className="score-row cut"
                  aria-pressed={row.id === selectedId}
                  onClick={() => scoring.selectedId.write(row.id)}
                >
                  {row.text}
                </button>
              </th>
              {row.failure === null ? (
                <FigureCells score={row.score} />
              ) : (
                <td colSpan={3} className="score-failure">
                  {failureSentences(row.failure, { surface: 'window' })}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="row wrap">
        <Button size="sm" icon={<Download aria-hidden />} onClick={() => void exportCsv('texts')}>
          {text.exportTexts}
        </Button>
        <Button size="sm" icon={<Download aria-hidden />} onClick={() => void exportCsv('tokens')}>
          {text.exportTokens}
        </Button>
      </div>
      {selected !== undefined && selected.failure === null && <RowDetails key={selected.id} row={selected} shading={shading} />}
    </ScrollRegion>
  );
}

/** A scored text with its tokens, and the figures of its lines and of a selection. */
function RowDetails({ row, shading }: { readonly row: ScoredRow; readonly shading: Shading }) {
  const [selection, setSelection] = useState<TextRange>();
  const lines = scoreLines(row.tokens);
  const hasSelection = selection !== undefined && selection.end > selection.start;
  return (
    <section className="score-details stack" aria-label={text.details}>
      <ShadedText
        label={text.details}
        text={row.text}
        track={row.track}
        shading={shading}
        readToken={(index) => Promise.resolve(row.tokens[index])}
        onSelect={setSelection}
      />
      <table className="score-table small">
        <caption className="visually-hidden">{text.parts}</caption>
        <FigureHead first={text.part} />
        <tbody>
          <FigureRow name={text.whole} score={row.score} />
          {hasSelection && <FigureRow name={text.selection} score={scoreRange(row.tokens, row.ranges, selection)} />}
          {lines.length > 1 &&
            // oxlint-disable-next-line react/no-array-index-key -- only its position identifies a line
            lines.map((score, index) => <FigureRow key={index} name={text.line(index + 1)} score={score} />)}
        </tbody>
      </table>
      {!hasSelection && <p className="muted small">{text.noSelection}</p>}
    </section>
  );
}

function FigureHead({ first }: { readonly first: string }) {
  return (
    <thead>
      <tr>
        {[first, text.columns.tokens, text.columns.logprob, text.columns.perplexity].map((title) => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function FigureRow({ name, score }: { readonly name: string; readonly score: TextScore }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <FigureCells score={score} />
    </tr>
  );
}

function FigureCells({ score: { scoredTokens, logprob, perplexity } }: { readonly score: TextScore }) {
  return (
    <>
      <td>{scoredTokens}</td>
      <td>{scoredTokens === 0 ? '–' : formatFigure(logprob)}</td>
      <td>{perplexity === null ? '–' : formatFigure(perplexity)}</td>
    </>
  );
}

const figure = new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** Formats a log probability or a perplexity, which may be infinite. */
function formatFigure(value: number): string {
  if (value === Infinity) return '∞';
  return value === -Infinity ? '−∞' : figure.format(value).replace('-', '−');
}
