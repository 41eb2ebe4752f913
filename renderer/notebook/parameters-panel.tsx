import type { Parameters } from '../../electron/contract/conversation.ts';
import { NumberParameterField, StopSequencesField, withoutUnset } from '../shared/parameter-fields.tsx';
import { sharedText } from '../shared/text.ts';
import { ValidatedField } from '../shared/validated-field.tsx';
import { parseExtra, parseNumber } from '../state/parse-parameters.ts';
import { useStore, type WritableStore } from '../state/store.ts';
import type { Notebook } from './notebook.ts';
import { NotebookPanel } from './notebook-panel.tsx';
import { notebookText } from './text.ts';

const text = notebookText.parameters;

/** The most continuations that one request may ask for. */
const maxCount = 16;

/** The parameters of the next continuation. */
export function ParametersPanel({
  notebook,
  count,
  onClose,
}: {
  readonly notebook: Notebook;
  readonly count: WritableStore<number>;
  readonly onClose: () => void;
}) {
  const settings = useStore(notebook.settings);
  const { parameters } = settings;
  const change = (next: Parameters) => {
    notebook.settings.write({ ...settings, parameters: withoutUnset(next) });
  };
  const fields = { parameters, onChange: change };
  return (
    <NotebookPanel label={text.label} title={text.title} closeLabel={text.close} onClose={onClose}>
      <div className="notebook-pair">
        <NumberParameterField name="maxTokens" {...fields} />
        <ValidatedField<number | undefined>
          label={text.count}
          value={useStore(count)}
          format={(value) => String(value ?? '')}
          parse={(typed) => parseNumber(typed, { min: 1, max: maxCount, isWhole: true })}
          onChange={(value) => {
            if (value !== undefined) count.write(value);
          }}
        />
        {(['temperature', 'topP', 'topK', 'minP', 'repetitionPenalty', 'presencePenalty', 'frequencyPenalty', 'seed'] as const).map(
          (name) => (
            <NumberParameterField key={name} name={name} {...fields} />
          ),
        )}
      </div>
      <NumberParameterField name="logprobs" description={sharedText.parameters.logprobsHint} {...fields} />
      <StopSequencesField {...fields} />
      <ValidatedField
        label={text.more}
        description={text.moreHint}
        placeholder={'{"ignore_eos": true}'}
        isLong
        value={parameters.extra}
        format={(extra) => (extra === undefined ? '' : JSON.stringify(extra, null, 2))}
        parse={parseExtra}
        onChange={(extra) => {
          change({ ...parameters, extra });
        }}
      />
    </NotebookPanel>
  );
}
