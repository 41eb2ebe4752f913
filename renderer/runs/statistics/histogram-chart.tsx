import type { RunHistogram } from '../../../electron/contract/run-results.ts';
import { formatNumber } from '../../shared/format.ts';
import { runStatisticsText } from '../results/text.ts';

const text = runStatisticsText;
const width = 320;
const height = 96;
const axis = 16;

/** Draws a histogram as plain SVG, because a chart library would be larger than this folder. */
export function HistogramChart({ title, histogram }: { readonly title: string; readonly histogram: RunHistogram }) {
  const { bins, median, p95, min, max } = histogram;
  const highest = Math.max(1, ...bins.map(({ count }) => count));
  const step = width / Math.max(bins.length, 1);
  const toX = (value: number) => (max === min ? width / 2 : ((value - min) / (max - min)) * width);
  return (
    <figure className="run-chart">
      <figcaption className="small medium">{title}</figcaption>
      <svg viewBox={`0 0 ${width} ${height + axis}`} aria-hidden>
        {bins.map(({ from, to, count }, index) => {
          const size = count === 0 ? 0 : Math.max(1, (count / highest) * height);
          return (
            <rect
              key={from}
              className="run-chart-bar"
              x={index * step + 0.5}
              y={height - size}
              width={Math.max(step - 1, 0.5)}
              height={size}
            >
              <title>{text.bar(round(from), round(to), count)}</title>
            </rect>
          );
        })}
        <line className="run-chart-axis" x1={0} x2={width} y1={height} y2={height} />
        <line className="run-chart-median" x1={toX(median)} x2={toX(median)} y1={0} y2={height} />
        <text className="run-chart-label" x={0} y={height + axis - 3}>
          {round(min)}
        </text>
        <text className="run-chart-label" x={width} y={height + axis - 3} textAnchor="end">
          {round(max)}
        </text>
      </svg>
      <dl className="run-chart-facts row tiny">
        <div>
          <dt className="muted">{text.median}</dt>
          <dd>{round(median)}</dd>
        </div>
        <div>
          <dt className="muted">{text.p95}</dt>
          <dd>{round(p95)}</dd>
        </div>
        <div>
          <dt className="muted">{text.mean}</dt>
          <dd>{round(histogram.mean)}</dd>
        </div>
      </dl>
    </figure>
  );
}

function round(value: number): string {
  return formatNumber(Math.abs(value) < 10 ? Math.round(value * 10) / 10 : Math.round(value));
}
