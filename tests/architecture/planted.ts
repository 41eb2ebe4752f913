import path from 'node:path';
import type { CheckName } from '../../build/steps/checks.ts';
import { plantedLayers } from './planted-layers.ts';
import { plantedText } from './planted-text.ts';
import type { Planted } from './project-copy.ts';

/** The violations that each check must find. */
export const planted: Readonly<Record<CheckName, readonly Planted[]>> = {
  types: [
    typeError('core imports Electron', 'electron/core/shared/planted-electron.ts', "export { app } from 'electron';\n", 'TS.*electron'),
    typeError(
      'core imports the shell',
      'electron/core/shared/planted-shell.ts',
      "export { origin } from '../../shell/app-identity.ts';\n",
      'TS(?:6307|6059)',
    ),
    typeError('host imports Electron', 'electron/host/planted-electron.ts', "export { app } from 'electron';\n", 'TS.*electron'),
    typeError(
      'host imports the shell',
      'electron/host/planted-shell.ts',
      "export { origin } from '../shell/app-identity.ts';\n",
      'TS(?:6307|6059)',
    ),
    typeError('contract uses Node', 'electron/contract/planted-node.ts', 'export const here = process.cwd();\n', 'TS.*process'),
    typeError('contract uses the DOM', 'electron/contract/planted-dom.ts', 'export const title = document.title;\n', 'TS.*document'),
    typeError(
      'renderer uses Node',
      'renderer/planted-node.ts',
      "import { readFileSync } from 'node:fs';\nexport const x = readFileSync('x');\n",
      'TS.*node:fs',
    ),
    typeError('renderer uses process', 'renderer/planted-process.ts', 'export const here = process.cwd();\n', 'TS.*process'),
    typeError(
      'a route without a handler',
      'electron/core/handlers/handlers.ts',
      (content) => content.replace(/^ *'app\.describe': .*\n/m, ''),
      String.raw`TS2741.*app\.describe`,
    ),
    typeError(
      'a handler without a route',
      'electron/core/handlers/handlers.ts',
      (content) => content.replace(/^( *)'settings\.read':/m, "$1'settings.burn': () => ok(undefined),\n$1'settings.read':"),
      String.raw`TS2353.*settings\.burn`,
    ),
    {
      what: 'a history route without an operation',
      file: 'electron/core/history/store.ts',
      change: (content) => content.replace(/^.*\bspeeds: \(\) => .*\n/gm, ''),
      says: /create-core\.ts.*error TS2741.*'speeds'/,
    },
    typeError(
      'a shell route without a handler',
      'electron/host/shell-handlers.ts',
      (content) => content.replace(/^ *'shell\.showLogs': .*\n/m, ''),
      String.raw`TS2741.*shell\.showLogs`,
    ),
    typeError(
      'an array element used without a check for undefined',
      'electron/core/shared/planted-index.ts',
      'const list: string[] = [];\nexport const x: string = list[0];\n',
      'TS2322',
    ),
  ],
  lint: [
    lintError(
      'no-floating-promises',
      'a promise that is not awaited',
      'electron/core/shared/planted-promise.ts',
      'export function f(): void {\n  Promise.resolve();\n}\n',
    ),
    lintError('no-explicit-any', 'an explicit any', 'electron/core/shared/planted-any.ts', 'export const x: any = 1;\n'),
    lintError('no-default-export', 'a default export', 'renderer/planted-default.ts', 'export default 1;\n'),
    lintError('no-danger', 'raw HTML', 'renderer/planted-markup.tsx', 'export const x = <p dangerouslySetInnerHTML={{ __html: "" }} />;\n'),
    lintError('filename-case', 'a file name in camel case', 'renderer/plantedName.ts', 'export const x = 1;\n'),
  ],
  format: [
    { what: 'double quotes', file: 'renderer/planted-quotes.ts', change: 'export const x = "1"\n', says: /renderer\/planted-quotes\.ts/ },
  ],
  layers: plantedLayers,
  text: plantedText,
  licences: [
    {
      what: 'a package of a bundle with another licence',
      file: 'build/out/third-party/packages.json',
      change: JSON.stringify([{ name: 'planted', version: '1.0.0', licence: 'GPL-3.0-only' }]),
      says: /planted 1\.0\.0: GPL-3\.0-only is not in the list/,
    },
  ],
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

/** An error of the compiler in this file. */
function typeError(what: string, file: string, change: Planted['change'], error: string): Planted {
  const place = file.split('/').slice(-2).join('/').replaceAll('.', '\\.');
  return { what, file, change, says: new RegExp(`${place}.*error ${error}`) };
}

/** A violation of a rule of the linter, whose output names the rule first and the file on a line below it. */
function lintError(rule: string, what: string, file: string, change: string): Planted {
  const name = path.basename(file).replaceAll('.', '\\.');
  return { what, file, change, says: new RegExp(`\\(${rule}\\)(?:(?!\\n\\s+[×⚠x!] ).)*\\b${name}:`, 's') };
}
