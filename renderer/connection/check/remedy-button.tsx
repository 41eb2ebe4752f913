import { Button } from '../../ui/button.tsx';
import { remedyTitles, type OfferedRemedy, type RemedyRunner } from './remedies.ts';

/** The one thing to do, as a button. */
export function RemedyButton({
  action,
  hasInstance,
  onRemedy,
}: {
  readonly action: OfferedRemedy;
  readonly hasInstance: boolean;
  readonly onRemedy: RemedyRunner;
}) {
  return (
    <Button
      variant="primary"
      size="sm"
      onClick={() => {
        onRemedy(action);
      }}
    >
      {action === 'use-tunnel' && !hasInstance ? 'Add an instance…' : remedyTitles[action]}
    </Button>
  );
}
