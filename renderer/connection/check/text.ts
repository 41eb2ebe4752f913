import type { CheckStep } from '../../../electron/contract/connection-check.ts';

/** All words of the connection check. The main process writes its findings. */
export const checkText = {
  title: 'Connection check',
  hint: (mode: string) => `Tests each step of the ${mode} connection and stops at the first problem.`,
  checkedAt: (mode: string, time: string) => `${mode} connection, checked at ${time}.`,
  check: 'Check connection',
  checkAgain: 'Check again',
  stop: 'Stop',
  copy: 'Copy report',
  /** What the toast says was copied. */
  report: 'Report',
  steps: 'Steps',
  states: { waiting: 'not checked', running: 'checking', good: 'passed', bad: 'failed' } satisfies Readonly<
    Record<CheckStep['state'], string>
  >,
  running: 'Checking…',
};
