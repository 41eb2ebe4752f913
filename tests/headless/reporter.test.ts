import { expect, test } from 'vitest';
import { createReporter } from '../../electron/headless/reporter.ts';
import { readyConnection, tunnelIn } from '../renderer/connection/ready-connection.ts';
import { recordedFailure } from '../support/recorded-failure.ts';
import { connectionStateText } from '../../electron/presentation/connection-text.ts';

const zero = () => 0;
const failure = recordedFailure('service-error', 'It said: \u001b[2Jgone\u202e.', 'Ask\nagain.');

test('removes control characters from the service’s text', () => {
  const lines: string[] = [];
  createReporter(false, (line) => void lines.push(line), zero).failure(failure);
  expect(lines).toEqual(['It said:  [2Jgone . Ask\nagain.']);
});

test('prints unchanged text as one JSON line each', () => {
  const lines: string[] = [];
  createReporter(true, (line) => void lines.push(line), zero).failure(failure);
  expect(lines.join('')).not.toContain('\n');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'failure', code: failure.code, reason: failure.reason, ...failure.params });
});

test('reports answers over an earlier connection, but no changed round trip', () => {
  const lines: string[] = [];
  const { connection } = createReporter(false, (line) => void lines.push(line), zero);
  const direct = { wanted: 'tunnel', now: 'tunnel', why: '' } as const;
  for (const [roundTripMs, earlier] of [
    [4, 0],
    [5, 2],
    [6, 2],
    [7, 1],
  ] as const) {
    connection(readyConnection({ mode: 'direct', direct, tunnel: tunnelIn({ kind: 'ready', since: 0 }, roundTripMs, earlier) }));
  }
  const through = `Institute (direct): ${connectionStateText.connectedThrough('my-instance')}`;
  expect(lines).toEqual([
    through,
    `${through} · ${connectionStateText.earlierAnswers(2)}`,
    `${through} · ${connectionStateText.earlierAnswers(1)}`,
  ]);
});
