import { expect, test } from 'vitest';
import { readSpeed } from '../../../electron/core/demo/http/http-exchange.ts';

test.each([
  ['unlimited', 'unlimited'],
  ['600', 600],
  ['0.5', 0.5],
  [undefined, 'real'],
  ['', 'real'],
  ['real', 'real'],
  ['0', 'real'],
  ['-3', 'real'],
  ['Infinity', 'real'],
  ['fast', 'real'],
])('reads the speed %j as %j', (text, speed) => {
  expect(readSpeed(text)).toBe(speed);
});
