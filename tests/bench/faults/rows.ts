import { setTimeout as pause } from 'node:timers/promises';
import type { FaultLab } from './lab.ts';
import type { FaultWay } from './ways.ts';

/** One kind of fault. */
export interface Row {
  readonly name: string;
  /** How long it lasts. */
  readonly seconds: number;
  /** True if no answer may be lost: the address and the instance stay, and the fault ends within a minute. */
  readonly isWhole: boolean;
  /** True if the programs fail, not the network. They fail one after another, so that their backlogs don't compete for the CPU. */
  readonly isOneByOne?: boolean;
  /** Causes the fault, and resolves when it is over. Undefined if this machine can't simulate it. */
  readonly fault: (lab: FaultLab) => ((ways: readonly FaultWay[]) => Promise<void>) | undefined;
}

const flip = (seconds: number): Row => ({
  name: `flip-${seconds}`,
  seconds,
  isWhole: true,
  fault: ({ faults: { setLink } }) =>
    setLink &&
    (async () => {
      await setLink(false);
      await pause(seconds * 1000);
      await setLink(true);
    }),
});

const cut = (seconds: number): Row => ({
  name: `cut-${seconds}`,
  seconds,
  isWhole: seconds <= 60,
  fault:
    ({ faults: { setCut } }) =>
    async () => {
      await setCut(true);
      await pause(seconds * 1000);
      await setCut(false);
    },
});

const lossSeconds = 20;
const loss = (percent: number): Row => ({
  name: `loss-${percent}`,
  seconds: lossSeconds,
  isWhole: true,
  fault: ({ faults: { setLoss } }) =>
    setLoss &&
    (async () => {
      await setLoss(percent);
      await pause(lossSeconds * 1000);
      await setLoss(0);
    }),
});

const address: Row = {
  name: 'address',
  seconds: 0,
  isWhole: false,
  fault: ({ faults: { changeAddress } }) => changeAddress && (() => changeAddress()),
};

const listener: Row = { name: 'listener', seconds: 0, isWhole: true, fault: ({ sshd }) => sshd.restartListener };

const downSeconds = 3;
const refusedSeconds = 10;
const reboot: Row = {
  name: 'reboot',
  seconds: downSeconds + refusedSeconds,
  isWhole: false,
  fault:
    ({ sshd, faults }) =>
    async () => {
      await sshd.kill();
      await pause(downSeconds * 1000);
      await faults.refuseLogins(true);
      await sshd.start();
      await pause(refusedSeconds * 1000);
      await faults.refuseLogins(false);
    },
};

const sleepSeconds = 40;
const sleep: Row = {
  name: 'sleep',
  seconds: sleepSeconds,
  isWhole: true,
  isOneByOne: true,
  fault: () => async (ways) => {
    const pids = (await Promise.all(ways.map((way) => way.pids()))).flat();
    const signalAll = (signal: NodeJS.Signals): void => {
      for (const pid of pids) {
        try {
          process.kill(pid, signal);
        } catch {
          // it has exited
        }
      }
    };
    signalAll('SIGSTOP');
    try {
      await pause(sleepSeconds * 1000);
    } finally {
      signalAll('SIGCONT');
    }
  },
};

/** All rows, in the order of execution. */
export const rows: readonly Row[] = [
  ...[1, 3, 8, 20].map(flip),
  ...[5, 10, 30, 60, 120].map(cut),
  ...[5, 20].map(loss),
  address,
  listener,
  reboot,
  sleep,
];
