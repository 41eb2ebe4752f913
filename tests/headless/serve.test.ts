import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { localApiPorts, promptOutput, type TerminalContext } from '../../electron/headless/serve.ts';

test.each([
  [false, undefined, { port: 7333, demoPort: 7334 }],
  [true, undefined, { port: 7333, demoPort: 7334 }],
  [false, 9000, { port: 9000, demoPort: 7334 }],
  [true, 9000, { port: 7333, demoPort: 9000 }],
  // the local API rejects one port for both
  [false, 7334, { port: 7334, demoPort: 7333 }],
  [true, 7333, { port: 7334, demoPort: 7333 }],
])('demo %s with port %s: uses its own port and another for the other profile', (isDemo, given, ports) =>
  expect(localApiPorts(isDemo, given)).toEqual(ports),
);

test.each([
  ['at a terminal', false, true, 'output'],
  ['with --json', true, true, 'errorOutput'],
  ['with a redirected output', false, undefined, 'errorOutput'],
] as const)('asks %s on the right stream (catches a question among the lines of JSON)', (_, isJson, isTTY, expected) => {
  const output = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream;
  const context: Pick<TerminalContext, 'output' | 'errorOutput'> = { output, errorOutput: new PassThrough() };
  expect(promptOutput({ isJson }, context)).toBe(context[expected]);
});
