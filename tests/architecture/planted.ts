import type { CheckName } from '../../build/steps/checks.ts';

/** A deliberate violation, in a file of its own or under a name that the check prints. */
export interface Planted {
  readonly what: string;
  readonly file: string;
  /** The content of a new file, or a change to an existing one. */
  readonly change: string | ((content: string) => string);
  /** What the check must print about this file. */
  readonly says: RegExp;
}

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
  layers: [
    {
      what: 'renderer imports the core',
      file: 'renderer/planted-core.ts',
      change: "import '../electron/core/create-core.ts';\n",
      says: /error renderer-imports: renderer\/planted-core\.ts/,
    },
    {
      what: 'renderer imports a schema by value',
      file: 'renderer/planted-schema.ts',
      change: "export { routes } from '../electron/contract/routes.ts';\n",
      says: /error renderer-takes-types-only: renderer\/planted-schema\.ts/,
    },
    {
      what: 'a feature imports a feature',
      file: 'renderer/chat/planted-feature.ts',
      change: "import '../settings/settings-screen.tsx';\n",
      says: /error features-apart: renderer\/chat\/planted-feature\.ts/,
    },
    {
      what: 'a primitive imports a feature',
      file: 'renderer/ui/planted-primitive.ts',
      change: "import '../chat/chat-screen.tsx';\n",
      says: /error ui-imports-ui: renderer\/ui\/planted-primitive\.ts/,
    },
    {
      what: 'a shared component imports a feature',
      file: 'renderer/shared/planted-shared.ts',
      change: "import '../chat/chat-screen.tsx';\n",
      says: /error shared-imports: renderer\/shared\/planted-shared\.ts/,
    },
    {
      what: 'the start page imports a part of the window',
      file: 'renderer/start/planted-part.ts',
      change: "import '../ui/button.tsx';\n",
      says: /error start-page-loads-the-window-late: renderer\/start\/planted-part\.ts/,
    },
    {
      what: 'the start page loads the window at once',
      file: 'renderer/start/planted-window.ts',
      change: "import '../main.tsx';\n",
      says: /error start-page-waits-for-the-window: renderer\/start\/planted-window\.ts/,
    },
    {
      what: 'the server loads the core before it serves a page',
      file: 'electron/browser/browser-shell.ts',
      change: (content) => `import '../core/create-core.ts';\n${content}`,
      says: /error browser-loads-the-core-late: electron\/browser\/browser-shell\.ts/,
    },
    {
      what: 'core imports Electron',
      file: 'electron/core/shared/planted-electron.ts',
      change: "export { app } from 'electron';\n",
      says: /error core-without-electron: electron\/core\/shared\/planted-electron\.ts/,
    },
    {
      what: 'the shell imports a file inside the core',
      file: 'electron/shell/planted-inner.ts',
      change: "import '../core/shared/log.ts';\n",
      says: /error shell-imports: electron\/shell\/planted-inner\.ts/,
    },
    {
      what: 'host imports a file inside the core',
      file: 'electron/host/planted-inner.ts',
      change: "import '../core/shared/log.ts';\n",
      says: /error host-imports: electron\/host\/planted-inner\.ts/,
    },
    {
      what: 'host imports a shell',
      file: 'electron/host/planted-shell.ts',
      change: "import '../shell/app-identity.ts';\n",
      says: /error host-imports: electron\/host\/planted-shell\.ts/,
    },
    {
      what: 'host imports Electron',
      file: 'electron/host/planted-electron.ts',
      change: "export { app } from 'electron';\n",
      says: /error host-imports: electron\/host\/planted-electron\.ts/,
    },
    {
      what: 'host uses HTTP',
      file: 'electron/host/planted-http.ts',
      change: "export { createServer } from 'node:http';\n",
      says: /error host-without-http: electron\/host\/planted-http\.ts/,
    },
    {
      what: 'the browser shell imports the Electron shell',
      file: 'electron/browser/planted-shell.ts',
      change: "import '../shell/app-identity.ts';\n",
      says: /error browser-imports: electron\/browser\/planted-shell\.ts/,
    },
    {
      what: 'the browser shell imports Electron',
      file: 'electron/browser/planted-electron.ts',
      change: "export { app } from 'electron';\n",
      says: /error browser-imports: electron\/browser\/planted-electron\.ts/,
    },
    {
      what: 'headless imports the host',
      file: 'electron/headless/planted-host.ts',
      change: "import '../host/parse-external-link.ts';\n",
      says: /error headless-imports: electron\/headless\/planted-host\.ts/,
    },
    {
      what: 'contract imports the core',
      file: 'electron/contract/planted-core.ts',
      change: "import '../core/shared/clock.ts';\n",
      says: /error contract-imports-zod-only: electron\/contract\/planted-core\.ts/,
    },
    {
      what: 'an import that bypasses a core folder’s entry file',
      file: 'electron/core/handlers/planted-bypass.ts',
      change: "import '../history/store.ts';\n",
      says: /error entry-files-only: electron\/core\/handlers\/planted-bypass\.ts/,
    },
    {
      what: 'an import against the order of the core folders',
      file: 'electron/core/shared/planted-order.ts',
      change: "import '../drafts/drafts.ts';\n",
      says: /error imports-of-shared: electron\/core\/shared\/planted-order\.ts/,
    },
    {
      what: 'the product imports a test',
      file: 'renderer/planted-test.ts',
      change: "import '../tests/support/app.ts';\n",
      says: /error nothing-imports-tests: renderer\/planted-test\.ts/,
    },
    {
      what: 'a cycle',
      file: 'electron/core/shared/clock.ts',
      change: (content) => `import './log.ts';\n${content}`,
      says: /error no-cycles: electron\/core\/shared\/clock\.ts/,
    },
  ],
  text: [
    {
      what: 'a word that the glossary replaces, in a text of the window',
      file: 'renderer/planted/text.ts',
      change: "export const plantedText = { hint: 'The road to the service is down.' };\n",
      says: /renderer\/planted\/text\.ts:1: “The road”/,
    },
    {
      what: 'a word that the glossary replaces, in a failure',
      file: 'electron/contract/failures/planted.ts',
      change:
        "import { text } from './define.ts';\nexport const planted = { x: text('unexpected', (p: { readonly a: string }) => `Can not read ${p.a}.`, '') };\n",
      says: /failures\/planted\.ts:2: “Can not”/,
    },
    {
      what: 'a sentence in a component',
      file: 'renderer/planted/sentence.tsx',
      change: 'export const Planted = () => <p>Write it here.</p>;\n',
      says: /sentence\.tsx:1: move “Write it here\.”/,
    },
    {
      what: 'a label in a component',
      file: 'renderer/planted/label.tsx',
      change: 'export const Planted = () => <button aria-label="Press it" />;\n',
      says: /label\.tsx:1: move “Press it”/,
    },
  ],
  unused: [
    {
      what: 'an unused file',
      file: 'renderer/planted-file.ts',
      change: 'export const x = 1;\n',
      says: /renderer\/planted-file\.ts/,
    },
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
