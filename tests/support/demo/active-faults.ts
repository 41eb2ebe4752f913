import type { ActiveFault, FaultKind, FaultOf, FaultTarget } from './fault.ts';

/** The active faults. */
export interface ActiveFaults {
  /** Activates a fault. Returns a function that removes it, and continues the streams that stall because of it. */
  readonly add: (fault: ActiveFault) => () => void;
  readonly clear: () => void;
  /** Returns a matching fault of this kind that `applies`, if any, and counts its use. */
  readonly take: <K extends FaultKind>(kind: K, target?: FaultTarget, applies?: (fault: FaultOf<K>) => boolean) => FaultOf<K> | undefined;
  /** Returns a signal for the removal of an active fault. */
  readonly removal: (fault: ActiveFault) => AbortSignal;
}

/** Creates an empty set of faults. */
export function createActiveFaults(): ActiveFaults {
  let active: { readonly fault: ActiveFault; left: number; readonly removal: AbortController }[] = [];
  const remove = (isRemoved: (entry: (typeof active)[number]) => boolean): void => {
    const removed = active.filter((entry) => isRemoved(entry));
    active = active.filter((entry) => !isRemoved(entry));
    for (const { removal } of removed) removal.abort();
  };
  return {
    add: (fault) => {
      const entry = { fault, left: maxUses(fault), removal: new AbortController() };
      active.push(entry);
      return () => remove((other) => other === entry);
    },
    clear: () => remove(() => true),
    take: <K extends FaultKind>(kind: K, target: FaultTarget = {}, applies: (fault: FaultOf<K>) => boolean = () => true) => {
      const entry = active.find(
        ({ fault, left }) => left > 0 && fault.kind === kind && matches(fault, target) && applies(fault as FaultOf<K>), // its kind is compared before
      );
      if (!entry) return undefined;
      entry.left -= 1;
      return entry.fault as FaultOf<K>;
    },
    removal: (fault) => active.find((entry) => entry.fault === fault)?.removal.signal ?? AbortSignal.abort(),
  };
}

function maxUses(fault: ActiveFault): number {
  if (fault.count === 'once') return 1;
  return fault.count === 'always' ? Infinity : fault.count;
}

function matches(fault: ActiveFault, target: FaultTarget): boolean {
  return (
    (fault.mode === undefined || fault.mode === target.mode) &&
    (fault.segment === undefined || fault.segment === target.segment) &&
    (fault.endpoint === undefined || fault.endpoint === target.endpoint)
  );
}
