import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { Wants } from './wizard-state.ts';

const ways: readonly { readonly value: Wants; readonly title: string; readonly words: string }[] = [
  { value: 'token', title: 'With an API token', words: 'From anywhere, through the proxy. Chat only.' },
  {
    value: 'instance',
    title: 'Through my instance',
    words: 'Straight to the engines, by SSH through a machine of yours in the research cloud. Text completions too; no token.',
  },
  { value: 'both', title: 'Both', words: 'And switch between them at any time.' },
];

/** Asks how the user wants in. */
export function WaysForm({ wants, onChange }: { readonly wants: Wants; readonly onChange: (wants: Wants) => void }) {
  return (
    <RadioGroup<Wants> className="wizard-ways" aria-label="How do you want in?" value={wants} onValueChange={onChange}>
      {ways.map(({ value, title, words }) => (
        <Radio.Root key={value} value={value} className="wizard-way" aria-label={title} aria-description={words}>
          <span className="wizard-way-title">{title}</span>
          <span className="wizard-way-words">{words}</span>
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
