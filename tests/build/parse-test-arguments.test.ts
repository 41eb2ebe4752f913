import { expect, test } from 'vitest';
import { describeTestRequest, parseTestArguments } from '../../build/steps/parse-test-arguments.ts';

const suites = ['checks', 'unit', 'architecture', 'integration', 'window', 'e2e', 'dist', 'bench'];
const parse = (...args: readonly string[]) => parseTestArguments(args, suites);
const noFlags = { isFresh: false, repeatsAllInElectron: false };

test('selects the quick tests by default, and everything by “all”', () => {
  expect(parse()).toEqual({ scope: 'quick', suites: ['checks', 'unit', 'integration', 'window', 'e2e'], words: [], ...noFlags });
  expect(parse('all')).toEqual({ scope: 'all', suites, words: [], ...noFlags });
});

test('selects whole suites by name, and the files of a feature in every suite by a word', () => {
  expect(parse('e2e', 'unit')).toEqual({ scope: 'named', suites: ['unit', 'e2e'], words: [], ...noFlags });
  expect(parse('notebook')).toEqual({ scope: 'named', suites, words: ['notebook'], ...noFlags });
  expect(parse('window', 'notebook')).toEqual({ scope: 'named', suites: ['window'], words: ['notebook'], ...noFlags });
});

test('reads flags in any place, and rejects unknown ones (catches a mistyped flag that changes nothing)', () => {
  expect(parse('--fresh', 'window', '--electron')).toMatchObject({ suites: ['window'], isFresh: true, repeatsAllInElectron: true });
  expect(parse('--frseh')).toBe('There is no flag --frseh. There are: --fresh, --electron.');
});

test('says at the end what was selected', () => {
  const describe = (...args: readonly string[]) => {
    const request = parse(...args);
    return typeof request === 'string' ? request : describeTestRequest(request);
  };
  expect(describe()).toContain('`npm test -- all` runs everything');
  expect(describe('all', '--fresh')).toBe('Selected: everything, sharing nothing.');
  expect(describe('window', 'notebook')).toBe('Selected: the files with “notebook” in their path of window.');
});
