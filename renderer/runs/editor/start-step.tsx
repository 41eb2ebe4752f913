import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { FlaskConical, Play, Square } from 'lucide-react';
import { useState } from 'react';
import { ok, type Failure, type Result } from '../../../electron/contract/failure.ts';
import { dryRunRows, recipeLimits } from '../../../electron/contract/constants.ts';
import type { Recipe, RunLimits } from '../../../electron/contract/run-recipe.ts';
import type { RunDetails } from '../../../electron/contract/runs.ts';
import { ValidatedField } from '../../shared/validated-field.tsx';
import { parseCount, parseNumber } from '../../state/parse-parameters.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { SegmentedControl } from '../../ui/radio-group.tsx';
import { RunTable } from '../run-table.tsx';
import { WaitBanner } from '../wait-banner.tsx';
import { cellText } from '../results/result-columns.ts';
import { runResultsText } from '../results/text.ts';
import { runsText } from '../text.ts';
import { useQuery } from '../../state/query.ts';
import { countRequests, type RecipeProblem, type Step, type StepProps } from './recipe.ts';
import { runEditorText } from './text.ts';

const text = runEditorText.start;
const defaultConcurrency = 4;

/** Edits concurrency and limits, and starts a dry run or the run. */
export function StartStep({
  run,
  draft,
  problems,
  onStep,
  focusInvalidField,
}: StepProps & {
  readonly problems: readonly RecipeProblem[];
  readonly onStep: (step: Step) => void;
  /** Focuses the first field whose text is invalid. Returns whether there is one. */
  readonly focusInvalidField: () => boolean;
}) {
  const session = useSession();
  const { bridge } = session;
  const connection = useStore(session.connection);
  const { recipe } = useStore(draft.state);
  const [failure, setFailure] = useState<Failure>();
  const isTesting = run.state === 'running';
  const needsDirect = recipe.kind === 'text' && connection.state === 'ready' && connection.mode === 'proxy';
  const isReady = problems.length === 0 && !needsDirect && !isTesting;
  const start = async (route: 'runs.dryRun' | 'runs.start') => {
    setFailure(undefined);
    if (focusInvalidField()) return; // the recipe still has its earlier value
    if (!(await draft.flush())) return;
    const result = await bridge.call(route, { id: run.id });
    if (!result.ok) setFailure(result.failure);
  };
  return (
    <>
      <div inert={isTesting} className="run-step-body run-parts">
        <ConcurrencyFields recipe={recipe} draft={draft} />
        <LimitFields recipe={recipe} draft={draft} />
      </div>
      {problems.length > 0 && (
        <div>
          <p className="run-subheading">{text.missing}</p>
          <ul className="run-missing small">
            {problems.map(({ step, message }) => (
              <li key={message}>
                <button type="button" onClick={() => onStep(step)}>
                  {runEditorText.steps[step]}
                </button>
                {': '}
                {message}
              </li>
            ))}
          </ul>
        </div>
      )}
      {needsDirect && <p className="runs-warning small">{text.problems.directMode}</p>}
      {connection.state !== 'ready' && <p className="runs-warning small">{text.problems.connection}</p>}
      {failure !== undefined && <FailureMessage failure={describeFailure(failure)} />}
      {isTesting && run.wait !== null && <WaitBanner wait={run.wait} />}
      <div className="run-row row wrap">
        {isTesting ? (
          <>
            <Button icon={<Square aria-hidden />} onClick={() => void session.attempt(bridge.call('runs.stop', { id: run.id }))}>
              {text.cancelTest}
            </Button>
            <Spinner label={text.testing} />
          </>
        ) : (
          <Button icon={<FlaskConical aria-hidden />} isDisabled={!isReady} onClick={() => void start('runs.dryRun')}>
            {text.dryRun(Math.min(dryRunRows, run.rows === 0 ? dryRunRows : run.rows))}
          </Button>
        )}
        <Button variant="primary" icon={<Play aria-hidden />} isDisabled={!isReady} onClick={() => void start('runs.start')}>
          {text.start}
        </Button>
        <span className="muted small">{isTesting ? '' : text.startHint(countRequests(recipe, run.rows))}</span>
      </div>
      {run.progress.done + run.progress.failed > 0 ? (
        <TestResults run={run} />
      ) : (
        !isTesting && problems.length === 0 && <p className="muted small">{text.dryRunHint}</p>
      )}
    </>
  );
}

/** Shows all answers of the dry run. */
function TestResults({ run }: { readonly run: RunDetails }) {
  const { bridge } = useSession();
  const { id, progress } = run;
  const page = { id, view: { sort: null, filters: [] }, offset: 0, limit: dryRunRows };
  const { value } = useQuery(`${id} ${progress.done} ${progress.failed}`, (signal) => bridge.call('runs.page', page, { signal }));
  const rows = value?.rows ?? [];
  const names = new Map(run.variants.map(({ id: variantId, name }) => [variantId, name]));
  const variantText = (name: string, repeat: number) => (run.recipe.repeats > 1 ? runResultsText.ofRepeat(name, repeat) : name);
  return (
    <div>
      <h3 className="run-subheading">{text.testResults}</h3>
      <RunTable
        label={text.testResults}
        kind="lines"
        heading={runResultsText.row}
        columns={[runsText.variant, runResultsText.facts.answer]}
        rows={rows.flatMap(({ row, cells }) =>
          cells.map((cell) => ({
            key: `${row} ${cell.variantId} ${cell.repeat}`,
            cells: [
              row,
              variantText(names.get(cell.variantId) ?? cell.variantId, cell.repeat),
              <span key="answer" className={cell.state === 'failed' ? 'runs-error' : cell.state === 'invalid' ? 'runs-warning' : undefined}>
                {cellText(cell)}
              </span>,
            ],
          })),
        )}
      />
    </div>
  );
}

function ConcurrencyFields({ recipe: { concurrency }, draft }: { readonly recipe: Recipe; readonly draft: StepProps['draft'] }) {
  return (
    <fieldset>
      <legend>{text.concurrency}</legend>
      <div className="run-row row wrap">
        <SegmentedControl
          label={text.concurrency}
          value={concurrency === 'auto' ? 'auto' : 'fixed'}
          options={[
            { value: 'auto', label: text.auto },
            { value: 'fixed', label: text.fixed },
          ]}
          onChange={(value) => draft.change({ concurrency: value === 'auto' ? 'auto' : defaultConcurrency })}
        />
        {concurrency === 'auto' ? (
          <span className="muted small">{text.autoHint}</span>
        ) : (
          <ValidatedField
            label={text.fixedField}
            value={concurrency}
            format={String}
            parse={(typed) => parseCount(typed, recipeLimits.concurrency)}
            onChange={(value) => draft.change({ concurrency: value })}
          />
        )}
      </div>
    </fieldset>
  );
}

function LimitFields({ recipe: { limits }, draft }: { readonly recipe: Recipe; readonly draft: StepProps['draft'] }) {
  const field = (name: keyof RunLimits, label: string) => (
    <ValidatedField
      label={label}
      placeholder={text.noLimit}
      value={limits[name]}
      format={(value) => (value === null ? '' : String(value))}
      parse={parseLimit}
      onChange={(value) => draft.change({ limits: { ...limits, [name]: value } })}
    />
  );
  return (
    <fieldset>
      <legend>{text.limits}</legend>
      <div className="run-fields">
        {field('rows', text.limitRows)}
        {field('tokens', text.limitTokens)}
        {field('minutes', text.limitMinutes)}
      </div>
    </fieldset>
  );
}

function parseLimit(typed: string): Result<number | null> {
  const parsed = parseNumber(typed, { min: 1, isWhole: true });
  return parsed.ok ? ok(parsed.value ?? null) : parsed;
}
