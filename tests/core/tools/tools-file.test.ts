import { expect, onTestFinished, test, vi } from 'vitest';
import { readToolsFile, writeToolsFile } from '../../../electron/core/tools/tools-file.ts';
import type { StoredTools } from '../../../electron/core/tools/stored-tools.ts';
import { patternSteps } from '../../support/pattern-steps.ts';
import { draft } from '../../support/toolbox.ts';

const nothing: StoredTools = { tools: [], servers: [], allowedHosts: [] };

function written(url: string): string {
  const binding = { kind: 'http', method: 'GET', url, headers: [], body: null } as const;
  return writeToolsFile({ ...nothing, tools: [{ ...draft({ binding }), id: 'a', approvedHash: null }] });
}

test.each(['?', '&', '?a', '=', '?=', '#?'])('writes an address of repeated %j in linear time', (unit) => {
  const url = `https://a.example/${unit.repeat(600 / unit.length)}`;
  expect(patternSteps(() => written(url))).toBeLessThan(100 * url.length);
});

test('matches a parameter by its whole name at any position (catches a secret behind a second question mark)', () => {
  expect(written('https://a.example/?a?token=hush#?sig=hush')).toContain('"https://a.example/?a?token=#?sig="');
  expect(written('https://a.example/?a?key=rain&b')).toContain('"https://a.example/?a?key=rain&b"');
});

test('reads a file of tools with one name in linear time', () => {
  const file = JSON.parse(written('https://a.example/')) as { tools: unknown[] };
  const text = JSON.stringify({ ...file, tools: Array.from({ length: 100 }, () => file.tools[0]) });
  const lowered = vi.spyOn(String.prototype, 'toLowerCase');
  onTestFinished(() => lowered.mockRestore());
  const read = readToolsFile(text, nothing);
  const { length } = lowered.mock.calls;
  expect(read.ok).toBe(true);
  expect(length).toBeLessThan(50_000);
});
