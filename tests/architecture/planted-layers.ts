import type { Planted } from './project-copy.ts';

/** An import that a rule of the layers forbids. */
const forbidden = (rule: string, what: string, file: string, imported: string | ((content: string) => string)): Planted => ({
  what,
  file,
  change: typeof imported === 'string' ? `import '${imported}';\n` : imported,
  says: new RegExp(`error ${rule}: ${file.replaceAll('.', '\\.')}`),
});

/** Imports that the layers forbid. */
export const plantedLayers: readonly Planted[] = [
  forbidden('renderer-imports', 'renderer imports the core', 'renderer/planted-core.ts', '../electron/core/create-core.ts'),
  forbidden(
    'renderer-takes-types-only',
    'renderer imports a schema by value',
    'renderer/planted-schema.ts',
    '../electron/contract/routes.ts',
  ),
  forbidden('features-apart', 'a feature imports a feature', 'renderer/chat/planted-feature.ts', '../settings/settings-screen.tsx'),
  forbidden(
    'features-apart',
    'a feature in a new folder imports a feature',
    'renderer/planted/planted-feature.ts',
    '../chat/chat-screen.tsx',
  ),
  forbidden('features-apart', 'a feature imports the layout', 'renderer/help/planted-layout.ts', '../layout/app-layout.tsx'),
  forbidden('features-apart', 'a feature imports the help', 'renderer/chat/planted-help.ts', '../help/help-panel.tsx'),
  forbidden('ui-imports-ui', 'a primitive imports a feature', 'renderer/ui/planted-primitive.ts', '../chat/chat-screen.tsx'),
  forbidden('shared-imports', 'a shared component imports a feature', 'renderer/shared/planted-shared.ts', '../chat/chat-screen.tsx'),
  ...['bridge', 'browser', 'layout', 'state'].map((folder) =>
    forbidden('shared-imports', `${folder} imports a feature`, `renderer/${folder}/planted-${folder}.ts`, '../chat/chat-screen.tsx'),
  ),
  forbidden(
    'start-page-loads-the-window-late',
    'the start page imports a part of the window',
    'renderer/start/planted-part.ts',
    '../ui/button.tsx',
  ),
  forbidden(
    'start-page-waits-for-the-window',
    'the start page loads the window at once',
    'renderer/start/planted-window.ts',
    '../main.tsx',
  ),
  forbidden(
    'browser-loads-the-core-late',
    'the server loads the core before it serves a page',
    'electron/browser/browser-shell.ts',
    (content) => `import '../core/create-core.ts';\n${content}`,
  ),
  forbidden('core-without-electron', 'core imports Electron', 'electron/core/shared/planted-electron.ts', 'electron'),
  forbidden('shell-imports', 'the shell imports a file inside the core', 'electron/shell/planted-inner.ts', '../core/shared/log.ts'),
  forbidden('host-imports', 'host imports a file inside the core', 'electron/host/planted-inner.ts', '../core/shared/log.ts'),
  forbidden('host-imports', 'host imports a shell', 'electron/host/planted-shell.ts', '../shell/app-identity.ts'),
  forbidden('host-imports', 'host imports Electron', 'electron/host/planted-electron.ts', 'electron'),
  forbidden('host-without-http', 'host uses HTTP', 'electron/host/planted-http.ts', 'node:http'),
  forbidden(
    'browser-imports',
    'the browser shell imports the Electron shell',
    'electron/browser/planted-shell.ts',
    '../shell/app-identity.ts',
  ),
  forbidden('browser-imports', 'the browser shell imports Electron', 'electron/browser/planted-electron.ts', 'electron'),
  forbidden('headless-imports', 'headless imports the host', 'electron/headless/planted-host.ts', '../host/shell-handlers.ts'),
  forbidden('contract-imports-zod-only', 'contract imports the core', 'electron/contract/planted-core.ts', '../core/shared/clock.ts'),
  forbidden(
    'markdown-imports-marked-only',
    'the rules of Markdown import the contract',
    'electron/markdown/planted-contract.ts',
    '../contract/routes.ts',
  ),
  forbidden(
    'presentation-imports-contract-only',
    'presentation imports the core',
    'electron/presentation/planted-core.ts',
    '../core/shared/log.ts',
  ),
  forbidden(
    'entry-files-only',
    'an import that bypasses a core folder’s entry file',
    'electron/core/handlers/planted-bypass.ts',
    '../history/store.ts',
  ),
  forbidden(
    'imports-of-shared',
    'an import against the order of the core folders',
    'electron/core/shared/planted-order.ts',
    '../drafts/drafts.ts',
  ),
  forbidden('imports-of-planted', 'an import by a new core folder', 'electron/core/planted/planted.ts', '../drafts/drafts.ts'),
  forbidden('nothing-imports-tests', 'the product imports a test', 'renderer/planted-test.ts', '../tests/support/app.ts'),
  forbidden('no-cycles', 'a cycle', 'electron/core/shared/clock.ts', (content) => `import './log.ts';\n${content}`),
];
