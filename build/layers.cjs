/** Allowed imports (dependency-cruiser). README.md, "Architecture", gives the reasons. */
const { readdirSync } = require('node:fs');
const path = require('node:path');

const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Maps each core folder to the folders whose entry file it may import. All may import from shared. */
const coreImports = {
  handlers: [
    'local-api',
    'client-programs',
    'chat',
    'connection',
    'credentials',
    'connection-check',
    'drafts',
    'history',
    'library',
    'notices',
    'profiles',
    'llm-client',
    'runs',
    'settings',
    'tools',
  ],
  'llm-client': ['upstream'],
  upstream: ['tunnel'],
  tunnel: [],
  'local-api': ['llm-client', 'upstream', 'tunnel'],
  chat: ['llm-client', 'history', 'tools'],
  tools: ['public-web'],
  'public-web': ['upstream'],
  library: [],
  runs: ['llm-client', 'library'],
  connection: ['llm-client', 'upstream', 'tunnel', 'profiles', 'credentials', 'demo'],
  'connection-check': ['llm-client', 'upstream', 'tunnel'],
  profiles: [],
  credentials: [],
  history: [],
  demo: [],
  documents: [],
  shared: [],
  settings: [],
  drafts: [],
  notices: [],
  'support-bundle': [],
};

/** Folders of the window that every feature may import, others that belong to no feature, and pages of their own. */
const featureImports = ['bridge', 'markdown', 'shared', 'state', 'styles', 'ui'];
const noFeatures = new Set([...featureImports, 'browser', 'layout', 'mermaid', 'start']);
const features = foldersIn('renderer').filter((name) => !noFeatures.has(name));

module.exports = {
  forbidden: [
    never('no-cycles', 'Modules in a cycle can only be understood together.', {}, { circular: true }),
    never(
      'contract-imports-zod-only',
      'Main process and window both compile it.',
      { path: '^electron/contract/' },
      { pathNot: ['^electron/contract/', '^node_modules/zod/'] },
    ),
    never(
      'markdown-imports-marked-only',
      'Window and export both read Markdown by its rules, which know nothing else.',
      { path: '^electron/markdown/' },
      { pathNot: ['^electron/markdown/', '^node_modules/marked/'] },
    ),
    never(
      'presentation-imports-contract-only',
      'Window, terminal and core all describe values by it.',
      { path: '^electron/presentation/' },
      { pathNot: ['^electron/(contract|presentation)/'] },
    ),
    never(
      'core-without-electron',
      'The core runs in plain Node.',
      { path: '^electron/core/' },
      {
        path: [
          '^node_modules/electron/',
          '^electron$',
          '^electron/(browser|command-line|headless|host|shell)/',
          '^renderer/',
          '^electron/[^/]+\\.ts$',
        ],
      },
    ),
    never(
      'host-imports',
      'The shells share it, and it imports none of them.',
      { path: '^electron/host/' },
      { pathNot: ['^electron/(contract|host)/', '^electron/core/(create-core|program-start)\\.ts$'], dependencyTypesNot: ['core'] },
    ),
    never(
      'host-without-http',
      'Each shell decides how its page is served.',
      { path: '^electron/host/' },
      { path: '^(node:)?(https?|http2|net|tls)$' },
    ),
    never(
      'shell-imports',
      'The shell uses the core through its entry files only.',
      { path: '^electron/shell/' },
      { path: '^(electron/(browser|core)/|renderer/)', pathNot: '^electron/core/(create-core|program-start)\\.ts$' },
    ),
    never(
      'browser-imports',
      'The browser shell runs in plain Node, without the other shells.',
      { path: '^electron/browser/' },
      {
        pathNot: [
          '^electron/(browser|command-line|contract|host)/',
          '^electron/core/(create-core|program-start)\\.ts$',
          '^node_modules/(zod|(@types/)?ws)/',
        ],
        dependencyTypesNot: ['core'],
      },
    ),
    never(
      'program-start-is-small',
      'It is loaded before the window is shown.',
      { path: '^electron/core/program-start\\.ts$' },
      { pathNot: '^electron/core/shared/' },
    ),
    never(
      'browser-loads-the-core-late',
      'A page is served before the core is loaded.',
      { path: '^electron/(start-server|browser/(start-browser|browser-shell))\\.ts$' },
      {
        path: '^electron/(core/create-core|headless/run-headless|browser/channel/[^/]+)\\.ts$',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    ),
    never(
      'command-line-imports',
      'Terminal programs share it, and it imports none of them.',
      { path: '^electron/command-line/' },
      { pathNot: ['^electron/(command-line|contract|presentation)/'], dependencyTypesNot: ['core'] },
    ),
    never(
      'headless-imports',
      'The terminal program uses the core through its entry files, and has no page.',
      { path: '^electron/headless/' },
      {
        path: '^(electron/(browser|core|host|shell)/|renderer/)',
        pathNot: '^electron/core/(create-core|program-start|client-programs/client-programs)\\.ts$',
      },
    ),
    never(
      'electron-only-in-shell',
      'Only the shell imports Electron.',
      { pathNot: ['^electron/shell/', '^electron/(main|preload)\\.ts$', '^tests/'] },
      { path: '^(node_modules/electron/|electron$)' },
    ),
    never(
      'renderer-imports',
      'The window imports the contract only.',
      { path: '^renderer/' },
      {
        path: ['^electron/(browser|command-line|core|headless|host|shell)/', '^electron/[^/]+\\.ts$', '^tests/', '^build/'],
        dependencyTypesNot: [],
      },
    ),
    never(
      'renderer-takes-types-only',
      'The schemas would bring Zod into the window.',
      { path: '^renderer/' },
      {
        path: '^electron/contract/',
        pathNot:
          '^electron/contract/(apply-delta|constants|failure|failure-remedies|failures/[a-z-]+|file-kind|image-header|image-tokens|message-images|strings|json|run-variants|text-pieces)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    never(
      'features-apart',
      'Only the files beside the folders combine features.',
      { path: `^renderer/(${features.join('|')})/` },
      { path: '^renderer/', pathNot: ['^renderer/$1/', `^renderer/(${featureImports.join('|')})/`] },
    ),
    never(
      'markdown-imports',
      'The features share it, and it imports none of them.',
      { path: '^renderer/markdown/' },
      { path: '^renderer/', pathNot: '^renderer/(markdown|shared|ui|bridge|state)/' },
    ),
    never(
      'shared-imports',
      'It works without any feature.',
      { path: '^renderer/(bridge|browser|layout|shared|state)/' },
      { path: `^renderer/(${features.join('|')})/` },
    ),
    never(
      'mermaid-page-alone',
      'The page that draws diagrams shares no code with the window.',
      { path: '^renderer/mermaid/' },
      { path: '^(renderer|electron)/', pathNot: '^renderer/mermaid/' },
    ),
    never(
      'start-page-loads-the-window-late',
      'A browser without a cookie may load the start page, but no code of the window.',
      { path: '^renderer/start/' },
      { path: '^(renderer|electron)/', pathNot: ['^renderer/start/', '^renderer/main\\.tsx$'] },
    ),
    never(
      'start-page-waits-for-the-window',
      'A browser without a cookie may load the start page, but no code of the window.',
      { path: '^renderer/start/' },
      { path: '^renderer/main\\.tsx$', dependencyTypesNot: ['dynamic-import'] },
    ),
    never(
      'ui-imports-ui',
      'Primitives are independent of the product.',
      { path: '^renderer/ui/' },
      { path: '^(renderer|electron)/', pathNot: '^renderer/ui/' },
    ),
    never(
      'nothing-imports-tests',
      'Tests import the product, never the reverse.',
      { path: '^(electron|renderer|build)/' },
      { path: '^tests/' },
    ),
    never('product-without-build', 'Build code is not packaged.', { path: '^(electron|renderer)/' }, { path: '^build/' }),
    never(
      'entry-files-only',
      'Other folders import only the entry file of a core folder.',
      { path: '^electron/core/([^/]+)/' },
      {
        path: '^electron/core/([^/]+)/',
        pathNot: ['^electron/core/$1/', '^electron/core/shared/', '^electron/core/([^/]+)/\\1\\.ts$'],
      },
    ),
    ...foldersIn('electron/core').map((folder) =>
      never(
        `imports-of-${folder}`,
        'Core folders depend on each other in one direction.',
        { path: `^electron/core/${folder}/` },
        { path: '^electron/core/', pathNot: [folder, 'shared', ...(coreImports[folder] ?? [])].map((name) => `^electron/core/${name}/`) },
      ),
    ),
    never(
      'no-undeclared-packages',
      'package.json declares every imported package.',
      {},
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    never('no-broken-imports', 'Every import resolves.', {}, { couldNotResolve: true, pathNot: ['^electron$', '\\?'] }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^build/out', '^build/dist', '^tests/results'] },
    parser: 'swc',
    tsPreCompilationDeps: true,
    preserveSymlinks: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.d.ts', '.css'],
    },
  },
};

function foldersIn(folder) {
  const entries = readdirSync(path.join(__dirname, '..', folder), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
