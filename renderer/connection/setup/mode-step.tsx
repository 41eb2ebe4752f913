import { RadioCards } from '../../ui/radio-cards.tsx';
import type { AccessChoice } from './setup-state.ts';
import { setupText } from './text.ts';

const accessOptions = (['token', 'instance', 'both'] as const satisfies readonly AccessChoice[]).map((value) => ({
  value,
  title: setupText.access[value].title,
  description: setupText.access[value].hint,
}));

/** Asks how the user wants to connect. */
export function ModeStep({ wants, onChange }: { readonly wants: AccessChoice; readonly onChange: (wants: AccessChoice) => void }) {
  return <RadioCards label={setupText.titles.ways} options={accessOptions} value={wants} onChange={onChange} />;
}
