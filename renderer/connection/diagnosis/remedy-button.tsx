import type { RemedyAction } from '../../../electron/contract/diagnosis.ts';
import { Button } from '../../ui/button.tsx';
import { remedyTitles, type RemedyRunner } from './remedies.ts';

/** The one thing to do, as a button. */
export function RemedyButton({ action, onRemedy }: { readonly action: RemedyAction; readonly onRemedy: RemedyRunner }) {
  return (
    <Button
      variant="primary"
      size="sm"
      onClick={() => {
        onRemedy(action);
      }}
    >
      {remedyTitles[action]}
    </Button>
  );
}
