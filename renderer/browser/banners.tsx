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

/** Says what is wrong with the connection, if anything, and what to do about it. */
export function ConnectionBanner({ state }: { readonly state: Store<ChannelState> }) {
  const current = useStore(state);
  const words = texts[current];
  if (words === undefined) return null;
  return (
    <Banner key={current} tone={words.tone} title={words.title}>
      {words.text}
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
