import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/set-up/places.mjs';
import { findWorkflowProblems } from '../../build/steps/workflow-rules.ts';

const folder = path.join(root, '.github/workflows');

test.each(readdirSync(folder))('%s follows the rules', (name) =>
  expect(findWorkflowProblems(readFileSync(path.join(folder, name), 'utf8'))).toEqual([]),
);

const commit = '3d3c42e5aac5ba805825da76410c181273ba90b1';

/** Returns a workflow that is fine but for the given lines. */
function workflow(steps: string, { job = '', rights = 'contents: read', on = 'push: {}' } = {}): string {
  return `on: { ${on} }\npermissions: { ${rights} }\njobs:\n  one:\n    timeout-minutes: 5\n    ${job}\n    steps:\n${steps}`;
}

test('accepts our scripts and a pinned action', () =>
  expect(findWorkflowProblems(workflow(`      - uses: actions/setup-node@${commit}\n      - run: npm test -- all`))).toEqual([]));

test.each([
  { what: 'a tag', text: workflow('      - uses: actions/setup-node@v7'), problem: 'not pinned' },
  { what: 'a checkout with credentials', text: workflow(`      - uses: actions/checkout@${commit}`), problem: 'credentials' },
  { what: 'a command', text: workflow('      - run: npm test && curl example.org'), problem: 'is no script' },
  { what: 'a text from outside', text: workflow('      - run: npm run dist -- ${{ github.head_ref }}'), problem: 'is no script' },
  { what: 'an unknown script', text: workflow('      - run: npm run deploy'), problem: 'no script “deploy”' },
  { what: 'a condition', text: workflow("      - if: github.actor == 'me'\n        run: npm test"), problem: 'logic' },
  { what: 'a right to write', text: workflow('      - run: npm test', { rights: 'contents: write' }), problem: 'may read' },
  {
    what: 'another right',
    text: workflow('      - run: npm run dist', { job: 'permissions: { packages: write }' }),
    problem: 'a draft doesn’t',
  },
  {
    what: 'tests with rights',
    text: workflow('      - run: npm test', { job: 'permissions: { contents: write }' }),
    problem: 'more rights',
  },
  {
    what: 'the rights of a stranger’s change',
    text: workflow('      - run: npm test', { on: 'pull_request_target: {}' }),
    problem: 'pull_request_target',
  },
])('finds $what', ({ text, problem }) => expect(findWorkflowProblems(text).join('\n')).toContain(problem));
