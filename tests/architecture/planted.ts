import type { CheckName } from '../../build/steps/checks.ts';
import { plantedLayers } from './planted-layers.ts';
import { plantedText } from './planted-text.ts';
import type { Planted } from './project-copy.ts';

/** The violations that each check must find. */
export const planted: Readonly<Record<CheckName, readonly Planted[]>> = {
  types: [
    {
      what: 'core imports Electron',
      file: 'electron/core/shared/planted-electron.ts',
      change: "export { app } from 'electron';\n",
      says: /shared\/planted-electron\.ts.*error TS.*electron/,
    },
    {
      what: 'core imports the shell',
      file: 'electron/core/shared/planted-shell.ts',
      change: "export { origin } from '../../shell/app-identity.ts';\n",
      says: /shared\/planted-shell\.ts.*error TS(?:6307|6059)/,
    },
    {
      what: 'host imports Electron',
      file: 'electron/host/planted-electron.ts',
      change: "export { app } from 'electron';\n",
      says: /host\/planted-electron\.ts.*error TS.*electron/,
    },
    {
      what: 'host imports the shell',
      file: 'electron/host/planted-shell.ts',
      change: "export { origin } from '../shell/app-identity.ts';\n",
      says: /host\/planted-shell\.ts.*error TS(?:6307|6059)/,
    },
    {
      what: 'contract uses Node',
      file: 'electron/contract/planted-node.ts',
      change: 'export const here = process.cwd();\n',
      says: /planted-node\.ts.*error TS.*process/,
    },
    {
      what: 'contract uses the DOM',
      file: 'electron/contract/planted-dom.ts',
      change: 'export const title = document.title;\n',
      says: /planted-dom\.ts.*error TS.*document/,
    },
    {
      what: 'renderer uses Node',
      file: 'renderer/planted-node.ts',
      change: "import { readFileSync } from 'node:fs';\nexport const x = readFileSync('x');\n",
      says: /renderer\/planted-node\.ts.*error TS.*node:fs/,
    },
    {
      what: 'renderer uses process',
      file: 'renderer/planted-process.ts',
      change: 'export const here = process.cwd();\n',
      says: /planted-process\.ts.*error TS.*process/,
    },
    {
      what: 'a route without a handler',
      file: 'electron/core/handlers/handlers.ts',
      change: (content) => content.replace(/^ *'app\.describe': .*\n/m, ''),
      says: /handlers\.ts.*error TS2741.*app\.describe/,
    },
    {
      what: 'a handler without a route',
      file: 'electron/core/handlers/handlers.ts',
      change: (content) => content.replace(/^( *)'settings\.read':/m, "$1'settings.burn': () => ok(undefined),\n$1'settings.read':"),
      says: /handlers\.ts.*error TS2353.*settings\.burn/,
    },
    {
      what: 'a history route without an operation',
      file: 'electron/core/history/store.ts',
      change: (content) => content.replace(/^.*\bspeeds: \(\) => .*\n/gm, ''),
      says: /create-core\.ts.*error TS2741.*'speeds'/,
    },
    {
      what: 'a shell route without a handler',
      file: 'electron/host/shell-handlers.ts',
      change: (content) => content.replace(/^ *'shell\.showLogs': .*\n/m, ''),
      says: /shell-handlers\.ts.*error TS2741.*shell\.showLogs/,
    },
    {
      what: 'an array element used without a check for undefined',
      file: 'electron/core/shared/planted-index.ts',
      change: 'const list: string[] = [];\nexport const x: string = list[0];\n',
      says: /planted-index\.ts.*error TS2322/,
    },
  ],
  lint: [
    {
      what: 'a promise that is not awaited',
      file: 'electron/core/shared/planted-promise.ts',
      change: 'export function f(): void {\n  Promise.resolve();\n}\n',
      says: ruleOn('no-floating-promises', 'planted-promise.ts'),
    },
    {
      what: 'an explicit any',
      file: 'electron/core/shared/planted-any.ts',
      change: 'export const x: any = 1;\n',
      says: ruleOn('no-explicit-any', 'planted-any.ts'),
    },
    {
      what: 'a default export',
      file: 'renderer/planted-default.ts',
      change: 'export default 1;\n',
      says: ruleOn('no-default-export', 'planted-default.ts'),
    },
    {
      what: 'raw HTML',
      file: 'renderer/planted-markup.tsx',
      change: 'export const x = <p dangerouslySetInnerHTML={{ __html: "" }} />;\n',
      says: ruleOn('no-danger', 'planted-markup.tsx'),
    },
    {
      what: 'a file name in camel case',
      file: 'renderer/plantedName.ts',
      change: 'export const x = 1;\n',
      says: ruleOn('filename-case', 'plantedName.ts'),
    },
  ],
  format: [
    { what: 'double quotes', file: 'renderer/planted-quotes.ts', change: 'export const x = "1"\n', says: /renderer\/planted-quotes\.ts/ },
  ],
  layers: plantedLayers,
  text: plantedText,
  unused: [
    { what: 'an unused file', file: 'renderer/planted-file.ts', change: 'export const x = 1;\n', says: /renderer\/planted-file\.ts/ },
    {
      what: 'an unused export',
      file: 'electron/core/shared/clock.ts',
      change: (content) => `${content}export const plantedExport = 1;\n`,
      says: /plantedExport.*electron\/core\/shared\/clock\.ts/,
    },
    {
      what: 'an unused package',
      file: 'package.json',
      change: (content) => content.replace('"devDependencies": {', '"devDependencies": {\n    "left-pad": "1.0.0",'),
      says: /left-pad.*package\.json/,
    },
  ],
};

/** Matches the linter’s output, which names the rule first and the file on a line below it. */
function ruleOn(rule: string, file: string): RegExp {
  return new RegExp(`\\(${rule}\\)(?:(?!\\n\\s+[×⚠x!] ).)*\\b${file.replaceAll('.', '\\.')}:`, 's');
}
