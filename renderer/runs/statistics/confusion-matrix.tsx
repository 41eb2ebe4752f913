import type { RunLabelStatistics } from '../../../electron/contract/run-results.ts';
import { formatNumber } from '../../shared/format.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { runStatisticsText } from './text.ts';

const text = runStatisticsText;

/** Shows the number of answers for each truth and label. The shade is the share in the row. */
export function ConfusionMatrix({
  label,
  statistics: { labels, matrix },
}: {
  readonly label: string;
  readonly statistics: RunLabelStatistics;
}) {
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
