import { useEffect, useEffectEvent, useState } from 'react';
import type { ReadyConnection } from '../../../electron/contract/connection.ts';
import type { Diagnosis, DiagnosisStep } from '../../../electron/contract/diagnosis.ts';
import { useEvent } from '../../bridge/use-event.ts';
import { useSession } from '../../state/session.ts';
import { useWish } from '../../state/wish.ts';
import { useCheckWish } from '../connected.ts';
import { useAction, type Action } from '../use-action.ts';

/** The check of the way in use, and the hand on it. */
export interface Check extends Pick<Action, 'isBusy' | 'failure' | 'cancel'> {
  /** What it has found so far; nothing where none was made. */
  readonly diagnosis: Diagnosis | undefined;
  readonly changedAt: number;
  /** Where it ended, unless all went well. */
  readonly cause: DiagnosisStep | undefined;
  readonly look: () => void;
}

interface Made {
  /** The way it was made of. */
  readonly way: string;
  readonly diagnosis: Diagnosis | undefined;
  readonly changedAt: number;
}

/** Holds the last check of the way; what was found of another way, or with another token, is not so any more. */
export function useCheck({ profile, mode, token }: ReadyConnection): Check {
  const { bridge } = useSession();
  const way = `${profile.id} ${mode} ${token.state === 'set' ? token.tail : token.state}`;
  const [made, setMade] = useState<Made>();
  const { isBusy, failure, run, cancel } = useAction();
  useEvent(bridge.on, 'diagnosis.changed', (diagnosis) => {
    setMade((before) => before && { ...before, diagnosis, changedAt: Date.now() });
  });
  const stopUnlessOf = useEffectEvent((wayNow: string) => {
    if (made?.way !== wayNow) cancel();
  });
  useEffect(() => {
    stopUnlessOf(way);
  }, [way]);

  const look = () => {
    setMade({ way, diagnosis: undefined, changedAt: 0 });
    void run((signal) => bridge.call('diagnosis.run', { mode }, { signal }));
  };
  const wish = useCheckWish();
  useWish(wish, () => {
    wish.grant();
    look();
  });
  const known = made?.way === way ? made : undefined;
  const diagnosis = known?.diagnosis;
  return {
    diagnosis,
    changedAt: known?.changedAt ?? 0,
    cause: diagnosis?.isRunning === false ? diagnosis.steps.find(({ state }) => state === 'bad') : undefined,
    isBusy,
    failure: known && failure,
    look,
    cancel,
  };
}
