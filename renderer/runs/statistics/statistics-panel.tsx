import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
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
import { LabelTable } from './label-table.tsx';
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
    <section className="run-statistics-part" aria-label={title}>
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
        <div className="run-label-figures wrap">
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
    <ScrollRegion label={label} className="run-table-scroll">
      <table className="run-table run-figures small">
        <thead>
          <tr>
            <th scope="col">{text.pairs}</th>
            <th scope="col">{text.rowsCompared}</th>
            <th scope="col">{text.agree}</th>
            <th scope="col">{text.kappa}</th>
          </tr>
        </thead>
        <tbody>
          {agreements.map(({ first, second, count, agreement, kappa }) => (
            <tr key={`${first} ${second}`}>
              <th scope="row">{text.pair(findName(first), findName(second))}</th>
              <td>{formatNumber(count)}</td>
              <td>{text.percent(agreement)}</td>
              <td>{text.kappaValue(kappa)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** Shows the number of answers for each truth and label. The shade is the share in the row. */
function ConfusionMatrix({ label, statistics: { labels, matrix } }: { readonly label: string; readonly statistics: RunLabelStatistics }) {
  if (matrix === null) return <p className="muted small">{text.matrixTooLarge}</p>;
  return (
    <ScrollRegion label={label} className="run-table-scroll">
      <table className="run-matrix small">
        <caption>{text.matrixCaption}</caption>
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
                      data-zero={count === 0 ? '' : undefined}
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
