import { useState } from 'react';
import type { RunLabelStatistics } from '../../../electron/contract/run-results.ts';
import { formatNumber } from '../../shared/format.ts';
import { Button } from '../../ui/button.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { runStatisticsText } from '../results/text.ts';

const text = runStatisticsText;

/** A column of free text has thousands of labels, and rendering all of them would block the window. */
const firstLabels = 200;
const labelsPerStep = 1000;

/** Shows the scores of each label, the most frequent ones first. */
export function LabelTable({
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
      <ScrollRegion label={name} className="run-table-scroll">
        <table className="run-table run-figures small">
          <thead>
            <tr>
              <th scope="col">{text.labelName}</th>
              <th scope="col">{text.truth}</th>
              <th scope="col">{text.precision}</th>
              <th scope="col">{text.recall}</th>
              <th scope="col">{text.f1}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ label, truth, precision, recall, f1 }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{formatNumber(truth)}</td>
                <td>{text.percent(precision)}</td>
                <td>{text.percent(recall)}</td>
                <td>{text.percent(f1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {perLabel.length > firstLabels && (
        <div className="run-label-actions row wrap">
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
