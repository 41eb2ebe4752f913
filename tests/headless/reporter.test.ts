import { expect, test } from 'vitest';
import { createReporter } from '../../electron/headless/reporter.ts';

const failure = { code: 'service-error', message: 'It said: \u001b[2Jgone\u202e.', remedy: 'Ask\nagain.' } as const;

test('words of a service that reach a terminal can’t steer it', () => {
  const lines: string[] = [];
  createReporter(
    false,
    (line) => lines.push(line),
    () => 0,
  ).failure(failure);
  expect(lines).toEqual(['It said:  [2Jgone . Ask\nagain.']);
});

test('a program gets them as they are, one line each', () => {
  const lines: string[] = [];
  createReporter(
    true,
    (line) => lines.push(line),
    () => 0,
  ).failure(failure);
  expect(lines.join('')).not.toContain('\n');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'failure', ...failure });
});
