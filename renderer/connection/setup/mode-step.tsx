import { RadioCards } from '../../ui/radio-cards.tsx';
import type { WantedModes } from './setup-state.ts';

const ways: readonly { readonly value: WantedModes; readonly title: string; readonly words: string }[] = [
  { value: 'token', title: 'With an API token', words: 'From anywhere, through the proxy. Chat only.' },
  {
    value: 'instance',
    title: 'Through my instance',
    words: 'Straight to the engines, by SSH through a machine of yours in the research cloud. Text completions too; no token.',
  },
  { value: 'both', title: 'Both', words: 'And switch between them at any time.' },
];

/** Asks how the user wants in. */
export function ModeStep({ wants, onChange }: { readonly wants: WantedModes; readonly onChange: (wants: WantedModes) => void }) {
  return <RadioCards label="How do you want in?" options={ways} value={wants} onChange={onChange} />;
}
