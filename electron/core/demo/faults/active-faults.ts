import type { ActiveFault, FaultKind, FaultOf, FaultTarget } from './fault.ts';

/** The active faults. */
export interface ActiveFaults {
  /** Activates a fault. Returns a function that removes it. */
  readonly add: (fault: ActiveFault) => () => void;
  readonly clear: () => void;
  /** Returns a matching fault of this kind that `applies`, if any, and counts its use. */
  readonly take: <K extends FaultKind>(kind: K, target?: FaultTarget, applies?: (fault: FaultOf<K>) => boolean) => FaultOf<K> | undefined;
}

/** Creates an empty set of faults. */
export function createActiveFaults(): ActiveFaults {
  let active: { readonly fault: ActiveFault; left: number }[] = [];
  return {
    add: (fault) => {
      const entry = { fault, left: maxUses(fault) };
      active.push(entry);
      return () => void (active = active.filter((other) => other !== entry));
    },
    clear: () => void (active = []),
    take: <K extends FaultKind>(kind: K, target: FaultTarget = {}, applies: (fault: FaultOf<K>) => boolean = () => true) => {
      const entry = active.find(
        ({ fault, left }) => left > 0 && fault.kind === kind && matches(fault, target) && applies(fault as FaultOf<K>), // its kind is compared before
      );
      if (!entry) return undefined;
      entry.left -= 1;
      return entry.fault as FaultOf<K>;
    },
  };
}

function maxUses(fault: ActiveFault): number {
  if (fault.count === 'once') return 1;
  return fault.count === 'always' ? Infinity : fault.count;
}

function matches(fault: ActiveFault, target: FaultTarget): boolean {
  return (
    (fault.way === undefined || fault.way === target.mode) &&
    (fault.segment === undefined || fault.segment === target.segment) &&
    (fault.endpoint === undefined || fault.endpoint === target.endpoint)
  );
}
