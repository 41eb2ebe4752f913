import type { Diagnosis, DiagnosisStep } from '../../contract/diagnosis.ts';

const marks: Readonly<Record<DiagnosisStep['state'], string>> = {
  waiting: '    ',
  running: '…   ',
  good: 'ok  ',
  bad: 'FAIL',
};

/** The diagnosis as text for a colleague or the operator; it holds no secret. */
export function describeDiagnosis(profileName: string, { mode, steps, verdict }: Omit<Diagnosis, 'text'>): string {
  const width = Math.max(...steps.map(({ title }) => title.length));
  const lines = steps.map(({ state, title, ms, finding }) => {
    const time = ms === null ? '' : ` (${Math.round(ms)} ms)`;
    return `${marks[state]} ${title.padEnd(width)}  ${finding}${time}`.trimEnd();
  });
  return [`Causeway connection check: ${profileName}, ${mode}`, ...lines, verdict, ''].join('\n');
}
