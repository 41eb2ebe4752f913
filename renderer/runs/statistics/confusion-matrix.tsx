import type { RunLabelStatistics } from '../../../electron/contract/runs.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { runsText } from '../text.ts';

const text = runsText.statistics;

/** How often each truth got each answer. The shade is the share of the row; the number is always there. */
export function ConfusionMatrix({
  label,
  statistics: { labels, matrix },
}: {
  readonly label: string;
  readonly statistics: RunLabelStatistics;
}) {
  if (matrix === null) return <p className="runs-muted">{text.matrixTooLarge}</p>;
  return (
    <ScrollRegion label={label} className="run-table-scroll">
      <table className="run-matrix">
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
                      {runsText.number(count)}
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
