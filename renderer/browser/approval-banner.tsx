import { useStore } from '../state/store.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import type { Approvals } from './approvals.ts';

/** Leads to the questions that this page can't answer. */
export function ApprovalBanner({ approvals }: { readonly approvals: Approvals }) {
  const waiting = useStore(approvals);
  if (waiting === undefined) return null;
  return waiting.at.kind === 'port' ? (
    <Banner tone="warning" title="Causeway asks you something in a window of its own.">
      <Button size="sm" onClick={approvals.open}>
        Answer…
      </Button>
    </Banner>
  ) : (
    <Banner tone="warning" title="Causeway asks you something at the terminal that runs it.">
      Or run <code>causeway --browser --approve</code> there.
    </Banner>
  );
}
