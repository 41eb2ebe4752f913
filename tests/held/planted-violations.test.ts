import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checks, type CheckName } from '../../build/steps/checks.ts';
import { copyHouse, type HouseCopy } from './house-copy.ts';

let house: HouseCopy;
beforeAll(() => {
  house = copyHouse();
}, 60_000);
afterAll(() => house.remove());

describe('the house as it is passes', () => {
  test.each(Object.keys(checks) as CheckName[])('%s', (name) => {
    const { status, output } = house.check(name);
    expect(status, output).toBe(0);
  });
});

/** check, what is wrong, file, its content (or a change of it), what the check must say */
const planted: readonly (readonly [CheckName, string, string, string | ((content: string) => string), RegExp])[] = [
  ['types', 'core imports Electron', 'electron/core/support/planted.ts', "export { app } from 'electron';\n", /planted\.ts.*electron/],
  [
    'types',
    'core imports the shell',
    'electron/core/support/planted.ts',
    "export { origin } from '../../shell/origin.ts';\n",
    /TS6307|TS6059/,
  ],
  ['types', 'contract uses Node', 'electron/contract/planted.ts', 'export const here = process.cwd();\n', /planted\.ts.*process/],
  ['types', 'contract uses the DOM', 'electron/contract/planted.ts', 'export const title = document.title;\n', /planted\.ts.*document/],
  [
    'types',
    'renderer uses Node',
    'renderer/planted.ts',
    "import { readFileSync } from 'node:fs';\nexport const x = readFileSync('x');\n",
    /planted\.ts/,
  ],
  ['types', 'renderer uses process', 'renderer/planted.ts', 'export const here = process.cwd();\n', /planted\.ts.*process/],
  [
    'types',
    'a route without a handler',
    'electron/core/handlers/app-handlers.ts',
    (content) => content.replace(/^ *'app\.describe': .*\n/m, ''),
    /app-handlers\.ts.*TS2741.*app\.describe/,
  ],
  [
    'types',
    'a handler without a route',
    'electron/core/handlers/app-handlers.ts',
    (content) => content.replace(/^( *)'app\.describe':/m, "$1'app.burn': () => ok(undefined),\n$1'app.describe':"),
    /app-handlers\.ts.*TS2353.*app\.burn/,
  ],
  [
    'types',
    'a table of handlers that is left out',
    'electron/core/create-core.ts',
    (content) => content.replace(/^ *\.\.\.agentHandlers\(.*\n/m, ''),
    /create-core\.ts.*TS27(?:39|40).*agent\./,
  ],
  [
    'types',
    'a shell route without a handler',
    'electron/shell/shell-handlers.ts',
    (content) => content.replace(/^ *'shell\.showLogs': .*\n/m, ''),
    /shell-handlers\.ts.*TS2741.*shell\.showLogs/,
  ],
  [
    'types',
    'an index that may be missing',
    'electron/core/support/planted.ts',
    'const list: string[] = [];\nexport const x: string = list[0];\n',
    /TS2322/,
  ],
  [
    'lint',
    'a promise nobody waits for',
    'electron/core/support/planted.ts',
    'export function f(): void {\n  Promise.resolve();\n}\n',
    /no-floating-promises/,
  ],
  ['lint', 'any', 'electron/core/support/planted.ts', 'export const x: any = 1;\n', /no-explicit-any/],
  ['lint', 'a default export', 'renderer/planted.ts', 'export default 1;\n', /no-default-export/],
  ['lint', 'raw HTML', 'renderer/planted.tsx', 'export const x = <p dangerouslySetInnerHTML={{ __html: "" }} />;\n', /no-danger/],
  ['lint', 'a file name in camel case', 'renderer/plantedFile.ts', 'export const x = 1;\n', /filename-case/],
  ['format', 'double quotes', 'renderer/planted.ts', 'export const x = "1"\n', /planted\.ts/],
  ['layers', 'renderer imports the core', 'renderer/planted.ts', "import '../electron/core/create-core.ts';\n", /renderer-imports/],
  [
    'layers',
    'renderer takes a schema by value',
    'renderer/planted.ts',
    "export { routes } from '../electron/contract/routes.ts';\n",
    /renderer-takes-types-only/,
  ],
  ['layers', 'a feature imports a feature', 'renderer/chat/planted.ts', "import '../settings/settings-screen.tsx';\n", /features-apart/],
  ['layers', 'a primitive imports a feature', 'renderer/ui/planted.ts', "import '../chat/chat-screen.tsx';\n", /ui-imports-ui/],
  ['layers', 'core imports Electron', 'electron/core/support/planted.ts', "export { app } from 'electron';\n", /core-without-electron/],
  ['layers', 'the shell reaches into the core', 'electron/shell/planted.ts', "import '../core/support/log.ts';\n", /shell-imports/],
  [
    'layers',
    'contract imports the core',
    'electron/contract/planted.ts',
    "import '../core/support/clock.ts';\n",
    /contract-imports-zod-only/,
  ],
  [
    'layers',
    'a side door into a core folder',
    'electron/core/drafts/planted.ts',
    "import '../notices/document-notice.ts';\n",
    /front-files-only|arrows-of-drafts/,
  ],
  [
    'layers',
    'an arrow the wrong way',
    'electron/core/support/planted.ts',
    "import '../settings/settings.ts';\n",
    /no-cycles|arrows-of-support/,
  ],
  ['layers', 'the product imports a test', 'renderer/planted.ts', "import '../tests/support/app.ts';\n", /nothing-imports-tests/],
  [
    'layers',
    'a cycle',
    'electron/core/support/clock.ts',
    (content) => `import './disposer.ts';\nimport './log.ts';\n${content}`,
    /no-cycles/,
  ],
  ['unused', 'a file nobody imports', 'renderer/planted.ts', 'export const x = 1;\n', /planted\.ts/],
  ['unused', 'an export nobody imports', 'electron/core/support/clock.ts', (content) => `${content}export const planted = 1;\n`, /planted/],
  [
    'unused',
    'a package nobody imports',
    'package.json',
    (content) => content.replace('"devDependencies": {', '"devDependencies": {\n    "left-pad": "1.0.0",'),
    /left-pad/,
  ],
];

describe('a planted violation is found', () => {
  test.each(planted)('%s: %s', (check, _what, file, change, says) => {
    const { status, output } = house.checkWith(check, file, typeof change === 'string' ? () => change : change);
    expect(status, output).not.toBe(0);
    expect(output).toMatch(says);
  });
});
