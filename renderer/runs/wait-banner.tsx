import { failureSentences } from '../../electron/contract/failures/render-failure.ts';
import { useEffect, useState } from 'react';
import type { Failure } from '../../electron/contract/failure.ts';
import type { Mode } from '../../electron/contract/profile.ts';
import type { RunWait } from '../../electron/contract/runs.ts';
import { CheckConnectionButton } from '../shared/connection-navigation.tsx';
import { focusMain, isFocusFree } from '../state/pending-request.ts';
import { modeTitles } from '../shared/labels.ts';
import { useSession } from '../state/session.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { runsText } from './text.ts';

/** Shows why a running run waits. */
export function WaitBanner({ wait: { reason, failure, until } }: { readonly wait: RunWait }) {
  const seconds = useSecondsUntil(until);
  return (
    <Banner tone={reason === 'busy' ? 'info' : 'warning'} title={runsText.waits[reason]}>
      {failure !== null && <p>{failureSentences(failure, { surface: 'window' })}</p>}
      <p>
        {reason === 'storage' ? runsText.waits.unsaved : runsText.waits.saved}{' '}
        {seconds > 0 && <span aria-live="off">{runsText.waits.until(seconds)}</span>}
      </p>
      {failure !== null && <SwitchButton failure={failure} />}
      {failure !== null && <CheckConnectionButton code={failure.code} />}
    </Banner>
  );
}

/** Switches to the profile or mode that the run waits for, if it waits for one. */
function SwitchButton({ failure }: { readonly failure: Failure }) {
  const { bridge, attempt } = useSession();
  const [isBusy, setBusy] = useState(false);
  const target = findSwitchTarget(failure);
  if (target === undefined) return null;
  const switchToTarget = async () => {
    setBusy(true);
    const result = await attempt(
      'mode' in target ? bridge.call('connection.setMode', target) : bridge.call('profiles.activate', { id: target.id }),
    );
    setBusy(false);
    if (result.ok && isFocusFree('.ui-banner')) focusMain(); // the notice disappears
  };
  return (
    <Button size="sm" isDisabled={isBusy} onClick={() => void switchToTarget()}>
      {runsText.waits.switchTo('mode' in target ? modeTitles[target.mode] : target.profile)}
    </Button>
  );
}

type SwitchTarget = { readonly mode: Mode } | { readonly id: string; readonly profile: string };

function findSwitchTarget({ reason, params: { mode, id, profile } }: Failure): SwitchTarget | undefined {
  if (reason === 'run-profile-inactive' && typeof id === 'string' && typeof profile === 'string') return { id, profile };
  if (reason === 'run-mode-changed') return { mode: mode === 'proxy' ? 'proxy' : 'direct' };
  if (reason === 'completion-needs-direct') return { mode: 'direct' };
  return reason === 'engine-path-missing' ? { mode: 'proxy' } : undefined;
}

function useSecondsUntil(until: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
}
