import type { ConnectionCheck, CheckStep } from '../../contract/connection-check.ts';

const marks: Readonly<Record<CheckStep['state'], string>> = {
  waiting: '    ',
  running: '…   ',
  good: 'ok  ',
  bad: 'FAIL',
};

/** The diagnosis as text for a colleague or the operator; it holds no secret. */
export function formatCheckReport(profileName: string, { mode, steps, verdict }: Omit<ConnectionCheck, 'text'>): string {
  const width = Math.max(...steps.map(({ title }) => title.length));
  const lines = steps.map(({ state, title, ms, finding }) => {
    const time = ms === null ? '' : ` (${Math.round(ms)} ms)`;
    return `${marks[state]} ${title.padEnd(width)}  ${finding}${time}`.trimEnd();
  });
  return [`Causeway connection check: ${profileName}, ${mode}`, ...lines, verdict, ''].join('\n');
}
