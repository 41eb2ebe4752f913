import { useState } from 'react';
import type { RunDetails } from '../../electron/contract/runs.ts';
import { SegmentedControl } from '../ui/radio-group.tsx';
import { ComparePanel } from './results/compare-panel.tsx';
import { ResultsPanel } from './results/results-panel.tsx';
import { RunProgressPanel } from './run-progress.tsx';
import './run-view.css';
import type { Runs } from './runs.ts';
import { StatisticsPanel } from './statistics/statistics-panel.tsx';
import { runsText } from './text.ts';
import { useFirstFocus } from './use-first-focus.ts';
import { Copy } from 'lucide-react';
import type { AnswerRule, RunLimits, RunModel } from '../../electron/contract/run-recipe.ts';
import { formatNumber } from '../shared/format.ts';
import { Button } from '../ui/button.tsx';
import { DescriptionList } from '../ui/description-list.tsx';
import { runEditorText } from './editor/text.ts';

const views = ['results', 'compare', 'statistics', 'recipe'] as const;

/** Shows a started run: its progress and one view of its results. */
export function RunView({ runs, run }: { readonly runs: Runs; readonly run: RunDetails }) {
  const [view, setView] = useState<(typeof views)[number]>('results');
  const screen = useFirstFocus<HTMLDivElement>();
  return (
    <div ref={screen} className="run-view column" tabIndex={-1}>
      <RunProgressPanel runs={runs} run={run} />
      <div>
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

const text = runsText.recipe;

/** Shows the recipe of a started run, which is read-only. */
export function RecipePanel({ runs, run }: { readonly runs: Runs; readonly run: RunDetails }) {
  const { recipe } = run;
  return (
    <div className="run-panel column">
      <div className="run-toolbar row wrap">
        <Button icon={<Copy aria-hidden />} onClick={() => void runs.duplicate(run.id)}>
          {text.duplicate}
        </Button>
        <p className="muted small">{text.hint}</p>
      </div>
      <DescriptionList
        items={[
          [text.file, `${run.table?.fileName ?? ''}, ${runsText.rows(run.rows)}`],
          [text.kind, text.kinds[recipe.kind]],
          [
            text.models,
            recipe.models.length === 0 ? text.none : recipe.models.map((model) => <div key={model.id}>{describeModel(model)}</div>),
          ],
          ...(recipe.kind === 'batch'
            ? []
            : recipe.templates.map(
                ({ id, name, system, user }) =>
                  [
                    recipe.templates.length === 1 ? text.user : name,
                    <div key={id} className="run-recipe-prompt stack">
                      {system !== '' && (
                        <>
                          <p className="muted small">{text.system}</p>
                          <pre className="run-pre">{system}</pre>
                          <p className="muted small">{text.user}</p>
                        </>
                      )}
                      <pre className="run-pre">{user}</pre>
                    </div>,
                  ] as const,
              )),
          [text.repeats, formatNumber(recipe.repeats)],
          [text.answer, describeAnswer(recipe.answer)],
          [text.truth, recipe.truthColumn ?? text.none],
          [text.limits, describeLimits(recipe.limits)],
        ]}
      />
    </div>
  );
}

function describeModel({ model, parameters }: RunModel): string {
  const { extra, stop, toolChoice: _toolChoice, ...plain } = parameters;
  const parts = Object.entries(plain).map(([name, value]) => `${parameterNames[name] ?? name} ${String(value)}`);
  const more = { ...(stop === undefined ? {} : { stop }), ...extra };
  return [model, ...parts, ...(Object.keys(more).length === 0 ? [] : [JSON.stringify(more)])].join(', ');
}

const parameterNames: Readonly<Record<string, string>> = text.parameters;

function describeAnswer(answer: AnswerRule): string {
  const { title } = runEditorText.answer[answer.kind];
  switch (answer.kind) {
    case 'text':
      return title;
    case 'labels':
      return `${title}: ${answer.labels.join(', ')}`;
    case 'pattern':
      return `${title}: ${answer.pattern}`;
    case 'json':
      return `${title}: ${JSON.stringify(answer.schema)}`;
  }
}

function describeLimits({ rows, tokens, minutes }: RunLimits): string {
  const parts = [
    rows !== null && text.limitRows(rows),
    tokens !== null && text.limitTokens(tokens),
    minutes !== null && text.limitMinutes(minutes),
  ].filter((part) => part !== false);
  return parts.length === 0 ? text.none : parts.join(', ');
}
