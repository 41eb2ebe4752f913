import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { RunAgreement, VariantStatistics, RunLabelStatistics } from '../../../electron/contract/run-results.ts';
import type { RunDetails } from '../../../electron/contract/runs.ts';
import { formatNumber } from '../../shared/format.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { DescriptionList, type DescriptionItem } from '../../ui/description-list.tsx';
import { FailureRetry } from '../../ui/failure-message.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { useQuery } from '../../state/query.ts';
import { HistogramChart } from './histogram-chart.tsx';
import { RunTable } from '../run-table.tsx';
import { runStatisticsText } from '../results/text.ts';
import '../results/results.css';

const text = runStatisticsText;

/** Shows the figures of each variant. */
export function StatisticsPanel({ run }: { readonly run: RunDetails }) {
  const { bridge } = useSession();
  const { id, state } = run;
  // the state is part of the key, to count again when the run ends
  const { value: statistics, failure, reload } = useQuery(`${id} ${state}`, (signal) => bridge.call('runs.statistics', { id }, { signal }));
  if (failure !== undefined) return <FailureRetry failure={describeFailure(failure)} onRetry={reload} />;
  if (statistics === undefined) return <Spinner label={text.loading} />;
  const findName = (variantId: string) => run.variants.find((variant) => variant.id === variantId)?.name ?? variantId;
  const hasAnswers = statistics.variants.some(({ done, failed }) => done + failed > 0);
  return (
    <div className="run-panel run-statistics column">
      {state === 'running' && (
        <div className="run-toolbar row wrap">
          <Button size="sm" icon={<RefreshCw aria-hidden />} onClick={reload}>
            {text.refresh}
          </Button>
        </div>
      )}
      {!hasAnswers && <p className="muted small">{text.empty}</p>}
      {hasAnswers && run.recipe.truthColumn === null && run.recipe.answer.kind === 'labels' && (
        <p className="muted small">{text.noTruth}</p>
      )}
      {hasAnswers &&
        statistics.variants.map((variant) => (
          <VariantFigures key={variant.variantId} name={findName(variant.variantId)} figures={variant} />
        ))}
      {statistics.agreements.length > 0 && (
        <Part title={text.agreementVariants}>
          <AgreementTable label={text.pairs} agreements={statistics.agreements} findName={findName} />
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="run-statistics-part run-parts" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function VariantFigures({ name, figures }: { readonly name: string; readonly figures: VariantStatistics }) {
  const { labels, repeats, lengths, firstTokenMs, totalMs } = figures;
  const items: readonly DescriptionItem[] = [
    [text.answers, formatNumber(figures.done)],
    [text.failures, formatNumber(figures.failed)],
    [text.promptTokens, formatNumber(figures.promptTokens)],
    [text.completionTokens, formatNumber(figures.completionTokens)],
    ...(labels === null
      ? []
      : ([
          [text.compared, text.comparedCount(labels.count, labels.count + labels.unlabeled)],
          [text.accuracy, text.percent(labels.accuracy)],
          ...(labels.unlabeled === 0 ? [] : [[text.overallAccuracy, text.percent(labels.overallAccuracy)] as const]),
          [text.kappa, text.kappaValue(labels.kappa)],
        ] satisfies readonly DescriptionItem[])),
    ...(repeats === null ? [] : ([[text.meanKappa, text.kappaValue(repeats.meanKappa)]] satisfies readonly DescriptionItem[])),
  ];
  return (
    <Part title={name}>
      <DescriptionList layout="tiles" items={items} />
      <div className="run-charts">
        {lengths !== null && <HistogramChart title={text.lengths} histogram={lengths} />}
        {firstTokenMs !== null && <HistogramChart title={text.firstToken} histogram={firstTokenMs} />}
        {totalMs !== null && <HistogramChart title={text.totalTime} histogram={totalMs} />}
      </div>
      {labels !== null && labels.count > 0 && (
        <div className="run-label-figures row wrap">
          <div>
            <h3>{text.matrix}</h3>
            <ConfusionMatrix label={text.of(text.matrix, name)} statistics={labels} />
          </div>
          <div>
            <h3>{text.perLabel}</h3>
            <LabelTable label={text.of(text.perLabel, name)} statistics={labels} />
          </div>
        </div>
      )}
      {repeats !== null && repeats.pairs.length > 0 && (
        <>
          <h3>{text.agreementRepeats}</h3>
          <AgreementTable label={text.of(text.agreementRepeats, name)} agreements={repeats.pairs} findName={text.repeat} />
        </>
      )}
    </Part>
  );
}

function AgreementTable({
  label,
  agreements,
  findName,
}: {
  readonly label: string;
  readonly agreements: readonly RunAgreement[];
  readonly findName: (id: string) => string;
}) {
  return (
    <RunTable
      label={label}
      kind="figures"
      heading={text.pairs}
      columns={[text.rowsCompared, text.agree, text.kappa]}
      rows={agreements.map(({ first, second, count, agreement, kappa }) => ({
        key: `${first} ${second}`,
        cells: [text.pair(findName(first), findName(second)), formatNumber(count), text.percent(agreement), text.kappaValue(kappa)],
      }))}
    />
  );
}

/** Shows the number of answers for each truth and label. The shade is the share in the row. */
function ConfusionMatrix({ label, statistics: { labels, matrix } }: { readonly label: string; readonly statistics: RunLabelStatistics }) {
  if (matrix === null) return <p className="muted small">{text.matrixTooLarge}</p>;
  return (
    <ScrollRegion label={label} className="run-table-scroll">
      <table className="run-matrix small">
        <caption className="muted">{text.matrixCaption}</caption>
        <thead>
          <tr>
            <th scope="col">{text.truth}</th>
            {labels.map((answer) => (
              <th key={answer} scope="col">
                {answer}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((truth, row) => {
            const counts = matrix[row] ?? [];
            const sum = counts.reduce((total, count) => total + count, 0);
            return (
              <tr key={truth}>
                <th scope="row">{truth}</th>
                {labels.map((answer, column) => {
                  const count = counts[column] ?? 0;
                  const share = sum === 0 ? 0 : count / sum;
                  const tone = row === column ? '--color-accent' : '--color-danger';
                  return (
                    <td
                      key={answer}
                      style={{ background: `color-mix(in srgb, var(${tone}) ${Math.round(share * 38)}%, transparent)` }}
                      className={count === 0 ? 'muted' : undefined}
                    >
                      {formatNumber(count)}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** A column of free text has thousands of labels, and rendering all of them would block the window. */
const firstLabels = 200;
const labelsPerStep = 1000;

/** Shows the scores of each label, the most frequent ones first. */
function LabelTable({
  label: name,
  statistics: { perLabel, hasMoreLabels },
}: {
  readonly label: string;
  readonly statistics: RunLabelStatistics;
}) {
  const [maxShown, setMaxShown] = useState(firstLabels);
  const shown = perLabel.slice(0, maxShown);
  const hasHidden = shown.length < perLabel.length;
  return (
    <>
      <RunTable
        label={name}
        kind="figures"
        heading={text.labelName}
        columns={[text.truth, text.precision, text.recall, text.f1]}
        rows={shown.map(({ label, truth, precision, recall, f1 }) => ({
          key: label,
          cells: [label, formatNumber(truth), text.percent(precision), text.percent(recall), text.percent(f1)],
        }))}
      />
      {perLabel.length > firstLabels && (
        <div className="run-label-actions run-row row wrap">
          <span className="muted small">{text.labelsShown(shown.length, perLabel.length)}</span>
          <Button size="sm" isDisabled={!hasHidden} onClick={() => setMaxShown(maxShown + labelsPerStep)}>
            {text.showMoreLabels}
          </Button>
        </div>
      )}
      {hasMoreLabels && !hasHidden && <p className="muted small">{text.moreLabels}</p>}
    </>
  );
}
