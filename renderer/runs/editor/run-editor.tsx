import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { useEffect, useId, useState, type ReactNode } from 'react';
import type { RunDetails } from '../../../electron/contract/runs.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { TextField, TextArea } from '../../ui/text-field.tsx';
import type { Runs } from '../runs.ts';
import { useFirstFocus } from '../use-first-focus.ts';
import { DataStep } from './data-step.tsx';
import { ModelsStep } from './models-step.tsx';
import { ColumnSelect, PromptStep } from './prompt-step.tsx';
import { createRecipeDraft, type StepProps, findProblems, steps, type Step, parseLabels, checkPattern } from './recipe.ts';
import './run-editor.css';
import { StartStep } from './start-step.tsx';
import { runEditorText } from './text.ts';
import type { AnswerRule } from '../../../electron/contract/run-recipe.ts';
import { RadioCards } from '../../ui/radio-group.tsx';
import { JsonAnswer } from './json-answer.tsx';
import { toSchema } from './json-fields.ts';

/** Edits a draft, with all steps on one page. Saves it while the user types. */
export function RunEditor({
  runs,
  run,
  onDetails,
}: {
  readonly runs: Runs;
  readonly run: RunDetails;
  readonly onDetails: (run: RunDetails) => void;
}) {
  const { bridge } = useSession();
  const { id } = run;
  const [draft] = useState(() => createRecipeDraft(run.recipe, (recipe) => bridge.call('runs.change', { id, recipe }), onDetails));
  const { recipe, saving, failure } = useStore(draft.state);
  const editor = useFirstFocus<HTMLDivElement>();
  useEffect(() => {
    const close = draft.open();
    const save = () => {
      runs.addSave(draft.flush());
    };
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      close();
      save();
    };
  }, [draft, runs]);
  const columns = run.table?.columns ?? [];
  const problems = findProblems(recipe, run.rows, columns);
  const isTesting = run.state === 'running';
  const goTo = (step: Step) => {
    const section = editor.current?.querySelector<HTMLElement>(`[data-step="${step}"]`);
    section?.scrollIntoView();
    section?.focus({ preventScroll: true });
  };
  const focusInvalidField = () => {
    const invalid = editor.current?.querySelector<HTMLElement>('[aria-invalid=true]') ?? null;
    invalid?.focus();
    return invalid !== null;
  };
  const props: StepProps = { run, draft };
  return (
    <div ref={editor} className="run-editor column">
      <nav className="run-steps row wrap" aria-label={runEditorText.steps.label}>
        <ol className="row wrap plain-list">
          {steps.map((step, index) => {
            const isDone = step !== 'start' && !problems.some((problem) => problem.step === step);
            return (
              <li key={step}>
                <button type="button" className="row small medium" data-done={isDone ? '' : undefined} onClick={() => goTo(step)}>
                  <span className="run-step-number muted tiny" aria-hidden>
                    {isDone ? '✓' : index + 1}
                  </span>
                  {runEditorText.steps[step]}
                  {step !== 'start' && (
                    <span className="visually-hidden">, {isDone ? runEditorText.steps.done : runEditorText.steps.open}</span>
                  )}
                </button>
              </li>
            );
          })}
        </ol>
        <output className="muted small">{runEditorText[saving === 'failed' ? 'notSaved' : saving]}</output>
      </nav>
      <div className="run-editor-body">
        {failure !== undefined && <FailureMessage failure={describeFailure(failure)} />}
        {/* A dry run is using the recipe. */}
        <div className="run-editor-steps" inert={isTesting}>
          <TextField
            label={runEditorText.name}
            value={recipe.name}
            maxLength={200}
            placeholder={runEditorText.untitled}
            onChange={(name) => draft.change({ name })}
          />
          <StepSection step="data" index={1}>
            <DataStep {...props} />
          </StepSection>
          <StepSection step="prompt" index={2}>
            <PromptStep {...props} />
          </StepSection>
          <StepSection step="models" index={3}>
            <ModelsStep {...props} />
          </StepSection>
          <StepSection step="answer" index={4}>
            <AnswerStep {...props} />
          </StepSection>
        </div>
        <StepSection step="start" index={5}>
          <StartStep {...props} problems={problems} onStep={goTo} focusInvalidField={focusInvalidField} />
        </StepSection>
      </div>
    </div>
  );
}

function StepSection({ step, index, children }: { readonly step: Step; readonly index: number; readonly children: ReactNode }) {
  const heading = useId();
  return (
    <section className="run-step" data-step={step} tabIndex={-1} aria-labelledby={heading}>
      <h2 id={heading} className="row">
        <span className="run-step-number muted tiny" aria-hidden>
          {index}
        </span>
        <span>{runEditorText.steps[step]}</span>
      </h2>
      <div className="run-step-body run-parts">{children}</div>
    </section>
  );
}

const text = runEditorText.answer;

const kinds = (['text', 'labels', 'json', 'pattern'] as const).map((value) => {
  const { title, description } = text[value];
  return { value, title, description };
});

const emptyRules: { readonly [K in AnswerRule['kind']]: Extract<AnswerRule, { kind: K }> } = {
  text: { kind: 'text' },
  labels: { kind: 'labels', labels: [] },
  json: { kind: 'json', schema: toSchema([]) },
  pattern: { kind: 'pattern', pattern: '' },
};

/** Edits the answer rule and the column with the correct answers. */
export function AnswerStep({ run, draft }: StepProps) {
  const { recipe } = useStore(draft.state);
  const { answer, truthColumn } = recipe;
  // restores a rule when the user switches back to its kind
  const [rules, setRules] = useState<Partial<Record<AnswerRule['kind'], AnswerRule>>>({});
  const change = (rule: AnswerRule) => {
    draft.change({ answer: rule });
  };
  const columns = run.table?.columns ?? [];
  return (
    <>
      <RadioCards
        label={text.kind}
        options={kinds}
        value={answer.kind}
        onChange={(kind) => {
          setRules({ ...rules, [answer.kind]: answer });
          change(rules[kind] ?? emptyRules[kind]);
        }}
      />
      {answer.kind === 'labels' && <LabelsField labels={answer.labels} onChange={change} />}
      {answer.kind === 'json' && <JsonAnswer schema={answer.schema} onChange={(schema) => change({ kind: 'json', schema })} />}
      {answer.kind === 'pattern' && (
        <TextField
          label={text.patternField}
          description={text.patternHint}
          value={answer.pattern}
          spellCheck={false}
          data-mono
          error={answer.pattern === '' ? undefined : checkPattern(answer.pattern)}
          onChange={(pattern) => change({ kind: 'pattern', pattern })}
        />
      )}
      {answer.kind !== 'text' && <p className="muted small">{text.checked}</p>}
      {(columns.length > 0 || truthColumn !== null) && (
        <ColumnSelect
          label={text.truth}
          description={text.truthHint}
          columns={columns}
          value={truthColumn}
          onChange={(column) => draft.change({ truthColumn: column })}
        />
      )}
    </>
  );
}

function LabelsField({ labels, onChange }: { readonly labels: readonly string[]; readonly onChange: (rule: AnswerRule) => void }) {
  const [typed, setTyped] = useState(labels.join('\n'));
  return (
    <TextArea
      label={text.labelsField}
      value={typed}
      rows={3}
      onChange={(next) => {
        setTyped(next);
        onChange({ kind: 'labels', labels: parseLabels(next) });
      }}
    />
  );
}
