import type { ReactNode } from 'react';
import type { ChannelState } from '../bridge/page-channel.ts';
import { useStore, type Store } from '../state/store.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import type { Approvals } from './approvals.ts';

interface StateText {
  readonly tone: 'info' | 'warning';
  readonly title: string;
  readonly text?: ReactNode;
}

const texts: Readonly<Record<ChannelState, StateText | undefined>> = {
  connecting: undefined,
  connected: undefined,
  'not-answering': {
    tone: 'warning',
    title: 'Causeway isn’t answering.',
    text: 'It may be busy, asleep or cut off. This page continues by itself and keeps what you type until then.',
  },
  stopped: {
    tone: 'warning',
    title: 'Causeway has stopped.',
    text: 'Start it again on the computer that runs it. This page continues by itself and keeps what you type until then.',
  },
  'signed-out': {
    tone: 'warning',
    title: 'This browser is no longer signed in.',
    text: (
      <>
        Run <code>causeway --browser</code> on the computer that runs Causeway and open the link it prints in this browser. Then this page
        continues by itself.
      </>
    ),
  },
  blocked: {
    tone: 'warning',
    title: 'This page can’t connect to Causeway.',
    text: 'Something in between, such as a reverse proxy, blocks WebSocket connections. Allow them there.',
  },
  restarted: { tone: 'info', title: 'Causeway is running again. Loading…' },
  outdated: { tone: 'warning', title: 'Causeway was restarted.', text: 'Finish or copy what you’re writing, then reload this page.' },
};

/** Shows problems with the connection to the program, with their remedies. */
export function ConnectionBanner({ state }: { readonly state: Store<ChannelState> }) {
  const current = useStore(state);
  const text = texts[current];
  if (text === undefined) return null;
  return (
    <Banner key={current} tone={text.tone} title={text.title}>
      {text.text}
      {current === 'outdated' && (
        <Button
          size="sm"
          onClick={() => {
            location.reload();
          }}
        >
          Reload page
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
