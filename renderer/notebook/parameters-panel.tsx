import type { Parameters } from '../../electron/contract/conversation.ts';
import { ExtraParametersField, NumberParameterField, ParameterGrid, StopSequencesField } from '../shared/parameter-fields.tsx';
import { sharedText } from '../shared/text.ts';
import { ValidatedField } from '../shared/validated-field.tsx';
import { parseCount } from '../state/parse-parameters.ts';
import { useStore, type WritableStore } from '../state/store.ts';
import { SidePanel } from '../ui/side-panel.tsx';
import type { Notebook } from './notebook.ts';
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
    notebook.settings.write({ ...settings, parameters: next });
  };
  const fields = { parameters, onChange: change };
  return (
    <SidePanel label={text.label} title={text.title} closeLabel={text.close} onClose={onClose}>
      <ParameterGrid>
        <NumberParameterField name="maxTokens" {...fields} />
        <ValidatedField
          label={text.count}
          value={useStore(count)}
          format={String}
          parse={(typed) => parseCount(typed, maxCount)}
          onChange={count.write}
        />
        {(['temperature', 'topP', 'topK', 'minP', 'repetitionPenalty', 'presencePenalty', 'frequencyPenalty', 'seed'] as const).map(
          (name) => (
            <NumberParameterField key={name} name={name} {...fields} />
          ),
        )}
      </ParameterGrid>
      <NumberParameterField name="logprobs" description={sharedText.parameters.logprobsHint} {...fields} />
      <StopSequencesField {...fields} />
      <ExtraParametersField example={'{"ignore_eos": true}'} {...fields} />
    </SidePanel>
  );
}
