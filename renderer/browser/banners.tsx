import type { ReactNode } from 'react';
import type { ChannelState } from '../bridge/page-channel.ts';
import { useStore, type Store } from '../state/store.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import type { Approvals } from './approvals.ts';
import { browserText } from './text.ts';

interface StateText {
  readonly tone: 'info' | 'warning';
  readonly title: string;
  readonly hint?: ReactNode;
}

const texts: Readonly<Record<ChannelState, StateText | undefined>> = {
  connecting: undefined,
  connected: undefined,
  'not-answering': { tone: 'warning', ...browserText.notAnswering },
  stopped: { tone: 'warning', ...browserText.stopped },
  'signed-out': { tone: 'warning', title: browserText.signedOut.title, hint: <CommandHint {...browserText.signedOut.hint} /> },
  blocked: { tone: 'warning', ...browserText.blocked },
  restarted: { tone: 'info', ...browserText.restarted },
  outdated: { tone: 'warning', title: browserText.outdated.title, hint: browserText.outdated.hint },
};

/** Shows problems with the connection to the program, with their remedies. */
export function ConnectionBanner({ state }: { readonly state: Store<ChannelState> }) {
  const current = useStore(state);
  const text = texts[current];
  if (text === undefined) return null;
  return (
    <Banner key={current} tone={text.tone} title={text.title}>
      {text.hint}
      {current === 'outdated' && (
        <Button
          size="sm"
          onClick={() => {
            location.reload();
          }}
        >
          {browserText.outdated.reload}
        </Button>
      )}
    </Banner>
  );
}

/** Leads to questions that must be answered outside this page. */
export function ApprovalBanner({ approvals }: { readonly approvals: Approvals }) {
  const pending = useStore(approvals);
  if (pending === undefined) return null;
  return pending.at.kind === 'port' ? (
    <Banner tone="warning" title={browserText.approval.inWindow}>
      <Button size="sm" onClick={approvals.open}>
        {browserText.approval.answer}
      </Button>
    </Banner>
  ) : (
    <Banner tone="warning" title={browserText.approval.inTerminal}>
      <CommandHint {...browserText.approval.inTerminalHint} />
    </Banner>
  );
}

/** A sentence with a command in it. */
function CommandHint({ before, command, after }: { readonly before: string; readonly command: string; readonly after: string }) {
  return (
    <>
      {before}
      <code>{command}</code>
      {after}
    </>
  );
}
