import { expect, test } from 'vitest';
import { freePort } from './free-port.ts';

// Catches a port that two tests get before either uses it.
test('never returns a port twice', async () => {
  const ports: number[] = [];
  for (let count = 0; count < 500; count += 1) ports.push(await freePort());
  expect(new Set(ports).size).toBe(ports.length);
});
