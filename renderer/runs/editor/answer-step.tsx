import { useState } from 'react';
import type { AnswerRule } from '../../../electron/contract/run-recipe.ts';
import { useStore } from '../../state/store.ts';
import { RadioCards } from '../../ui/radio-group.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { JsonAnswer } from './json-answer.tsx';
import { toSchema } from './json-fields.ts';
import { columnOptions } from './prompt-step.tsx';
import { parseLabels, checkPattern } from './recipe.ts';
import type { StepProps } from './recipe-draft.ts';
import { runEditorText } from './text.ts';

const text = runEditorText.answer;
const noColumn = '';

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
      {answer.kind === 'json' && (
        <JsonAnswer
          schema={answer.schema}
          onChange={(schema) => {
            change({ kind: 'json', schema });
          }}
        />
      )}
      {answer.kind === 'pattern' && (
        <TextField
          label={text.patternField}
          description={text.patternHint}
          value={answer.pattern}
          spellCheck={false}
          data-mono
          error={answer.pattern === '' ? undefined : checkPattern(answer.pattern)}
          onChange={(pattern) => {
            change({ kind: 'pattern', pattern });
          }}
        />
      )}
      {answer.kind !== 'text' && <p className="muted small">{text.checked}</p>}
      {(columns.length > 0 || truthColumn !== null) && (
        <Select
          label={text.truth}
          description={text.truthHint}
          value={truthColumn ?? noColumn}
          options={[{ value: noColumn, label: runEditorText.prompt.noColumn }, ...columnOptions(columns, truthColumn)]}
          onChange={(column) => {
            draft.change({ truthColumn: column === noColumn ? null : column });
          }}
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
