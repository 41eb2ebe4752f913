import { useEffect, useEffectEvent, useState } from 'react';
import type { ReadyConnection } from '../../../electron/contract/connection.ts';
import type { ConnectionCheck, CheckStep } from '../../../electron/contract/connection-check.ts';
import type { Mode } from '../../../electron/contract/profile.ts';
import { useEvent } from '../../bridge/bridge.ts';
import { useSession } from '../../state/session.ts';
import { usePendingRequest } from '../../state/pending-request.ts';
import { useCheckRequest } from '../connection-context.ts';
import { useAction, type Action } from '../use-action.ts';

/** The check of the active mode, with its controls. */
export interface ConnectionCheckHandle extends Pick<Action, 'isBusy' | 'failure' | 'cancel'> {
  /** The findings so far; undefined if there was no check. */
  readonly result: ConnectionCheck | undefined;
  readonly changedAt: number;
  /** The step that failed, if any. */
  readonly cause: CheckStep | undefined;
  readonly run: () => void;
}

/** What a check applies to. Its findings don't hold for another subject. */
export interface CheckSubject {
  readonly profileId: string;
  readonly mode: Mode;
  /** Null while the keychain is being read. */
  readonly token: string | null;
}

/** Whether findings about one subject hold for the other. A token that was still being read matches any token. */
export function isSameSubject(a: CheckSubject, b: CheckSubject): boolean {
  return a.profileId === b.profileId && a.mode === b.mode && (a.token === null || b.token === null || a.token === b.token);
}

interface CheckRun {
  readonly subject: CheckSubject;
  readonly result: ConnectionCheck | undefined;
  readonly changedAt: number;
}

/** Keeps the last check until the profile, the mode or the token changes. */
export function useConnectionCheck({ profile, mode, token }: ReadyConnection): ConnectionCheckHandle {
  const { bridge } = useSession();
  const tokenKey = token.state === 'unread' ? null : token.state === 'set' ? token.tail : token.state;
  const subject: CheckSubject = { profileId: profile.id, mode, token: tokenKey };
  const [lastRun, setLastRun] = useState<CheckRun>();
  const { isBusy, failure, run, cancel } = useAction();
  useEvent(bridge.on, 'connectionCheck.changed', (result) => {
    setLastRun((before) => before && { ...before, result, changedAt: Date.now() });
  });
  const isStale = lastRun !== undefined && !isSameSubject(lastRun.subject, subject);
  if (lastRun?.subject.token === null && !isStale && tokenKey !== null) setLastRun({ ...lastRun, subject });
  const cancelCheck = useEffectEvent(cancel);
  useEffect(() => {
    if (isStale) cancelCheck();
  }, [isStale]);

  const start = () => {
    setLastRun({ subject, result: undefined, changedAt: 0 });
    void run((signal) => bridge.call('connectionCheck.run', { mode }, { signal }));
  };
  const request = useCheckRequest();
  usePendingRequest(request, () => {
    request.complete();
    start();
  });
  const validRun = isStale ? undefined : lastRun;
  const result = validRun?.result;
  return {
    result,
    changedAt: validRun?.changedAt ?? 0,
    cause: result?.isRunning === false ? result.steps.find(({ state }) => state === 'bad') : undefined,
    isBusy,
    failure: validRun && failure,
    run: start,
    cancel,
  };
}
