import { useState } from 'react';
import type { RunDetails } from '../../electron/contract/runs.ts';
import { SegmentedControl } from '../ui/radio-group.tsx';
import { ComparePanel } from './results/compare-panel.tsx';
import { ResultsPanel } from './results/results-panel.tsx';
import { RecipePanel } from './recipe-panel.tsx';
import { RunProgressPanel } from './run-progress.tsx';
import './run-view.css';
import type { Runs } from './runs.ts';
import { StatisticsPanel } from './statistics/statistics-panel.tsx';
import { runsText } from './text.ts';
import { useFirstFocus } from './use-first-focus.ts';

const views = ['results', 'compare', 'statistics', 'recipe'] as const;

/** Shows a started run: its progress and one view of its results. */
export function RunView({ runs, run }: { readonly runs: Runs; readonly run: RunDetails }) {
  const [view, setView] = useState<(typeof views)[number]>('results');
  const screen = useFirstFocus<HTMLDivElement>();
  return (
    <div ref={screen} className="run-view column" tabIndex={-1}>
      <RunProgressPanel runs={runs} run={run} />
      <div className="run-view-switch">
        <SegmentedControl
          label={runsText.run.views}
          value={view}
          options={views.map((value) => ({ value, label: runsText.run[value] }))}
          onChange={setView}
        />
      </div>
      {view === 'results' && <ResultsPanel run={run} />}
      {view === 'compare' && <ComparePanel run={run} />}
      {view === 'statistics' && <StatisticsPanel run={run} />}
      {view === 'recipe' && <RecipePanel runs={runs} run={run} />}
    </div>
  );
}
