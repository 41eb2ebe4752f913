import { useEffect, useEffectEvent, useState } from 'react';
import type { ReadyConnection } from '../../../electron/contract/connection.ts';
import type { ConnectionCheck, CheckStep } from '../../../electron/contract/connection-check.ts';
import type { Mode } from '../../../electron/contract/profile.ts';
import { useEvent } from '../../bridge/bridge.ts';
import { useSession } from '../../state/session.ts';
import { usePendingRequest } from '../../state/pending-request.ts';
import { useCheckRequest } from '../connection-context.ts';
import { useAction, type Action } from '../use-action.ts';

/** The check of the way in use, and the hand on it. */
export interface ConnectionCheckHandle extends Pick<Action, 'isBusy' | 'failure' | 'cancel'> {
  /** What it has found so far; nothing where none was made. */
  readonly diagnosis: ConnectionCheck | undefined;
  readonly changedAt: number;
  /** Where it ended, unless all went well. */
  readonly cause: CheckStep | undefined;
  readonly run: () => void;
}

/** What a check is made of; what it found is not so any more of anything else. */
export interface CheckSubject {
  readonly profileId: string;
  readonly mode: Mode;
  /** Null while the keychain is still being asked. */
  readonly token: string | null;
}

/** Whether what was found of the one still holds for the other: a token that was being read is not another one once it is known. */
export function isSameSubject(a: CheckSubject, b: CheckSubject): boolean {
  return a.profileId === b.profileId && a.mode === b.mode && (a.token === null || b.token === null || a.token === b.token);
}

interface Made {
  readonly subject: CheckSubject;
  readonly diagnosis: ConnectionCheck | undefined;
  readonly changedAt: number;
}

/** Holds the last check, until the profile, the mode or the token changes. */
export function useConnectionCheck({ profile, mode, token }: ReadyConnection): ConnectionCheckHandle {
  const { bridge } = useSession();
  const tokenKey = token.state === 'unread' ? null : token.state === 'set' ? token.tail : token.state;
  const subject: CheckSubject = { profileId: profile.id, mode, token: tokenKey };
  const [made, setMade] = useState<Made>();
  const { isBusy, failure, run, cancel } = useAction();
  useEvent(bridge.on, 'connectionCheck.changed', (diagnosis) => {
    setMade((before) => before && { ...before, diagnosis, changedAt: Date.now() });
  });
  const isOver = made !== undefined && !isSameSubject(made.subject, subject);
  if (made?.subject.token === null && !isOver && tokenKey !== null) setMade({ ...made, subject });
  const cancelCheck = useEffectEvent(cancel);
  useEffect(() => {
    if (isOver) cancelCheck();
  }, [isOver]);

  const look = () => {
    setMade({ subject, diagnosis: undefined, changedAt: 0 });
    void run((signal) => bridge.call('connectionCheck.run', { mode }, { signal }));
  };
  const wish = useCheckRequest();
  usePendingRequest(wish, () => {
    wish.grant();
    look();
  });
  const known = isOver ? undefined : made;
  const diagnosis = known?.diagnosis;
  return {
    diagnosis,
    changedAt: known?.changedAt ?? 0,
    cause: diagnosis?.isRunning === false ? diagnosis.steps.find(({ state }) => state === 'bad') : undefined,
    isBusy,
    failure: known && failure,
    run: look,
    cancel,
  };
}
