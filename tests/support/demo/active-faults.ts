import type { ActiveFault, FaultKind, FaultOf, FaultTarget } from './fault.ts';

/** Creates an empty set of faults. */
export function createActiveFaults() {
  let active: { readonly fault: ActiveFault; left: number; readonly removal: AbortController }[] = [];
  const remove = (isRemoved: (entry: (typeof active)[number]) => boolean): void => {
    const removed = active.filter((entry) => isRemoved(entry));
    active = active.filter((entry) => !isRemoved(entry));
    for (const { removal } of removed) removal.abort();
  };
  return {
    /** Activates a fault. Returns a function that removes it, and continues the streams that stall because of it. */
    add: (fault: ActiveFault) => {
      const entry = { fault, left: maxUses(fault), removal: new AbortController() };
      active.push(entry);
      return () => remove((other) => other === entry);
    },
    clear: () => remove(() => true),
    /** Returns a matching fault of this kind that `applies`, if any, and counts its use. */
    take: <K extends FaultKind>(kind: K, target: FaultTarget = {}, applies: (fault: FaultOf<K>) => boolean = () => true) => {
      const entry = active.find(
        ({ fault, left }) => left > 0 && fault.kind === kind && matches(fault, target) && applies(fault as FaultOf<K>), // its kind is compared before
      );
      if (!entry) return undefined;
      entry.left -= 1;
      return entry.fault as FaultOf<K>;
    },
    /** Returns a signal for the removal of an active fault. */
    removal: (fault: ActiveFault) => active.find((entry) => entry.fault === fault)?.removal.signal ?? AbortSignal.abort(),
  };
}

/** The active faults. */
export type ActiveFaults = ReturnType<typeof createActiveFaults>;

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
