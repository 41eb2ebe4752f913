/** Who may import whom (dependency-cruiser). The reasons are in README.md, "Architecture". */
const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Folders of the core and those whose front file they may import; shared is open to all. */
const coreArrows = {
  handlers: [
    'agent',
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
    'settings',
    'tools',
  ],
  'llm-client': ['upstream'],
  upstream: ['tunnel'],
  tunnel: [],
  agent: ['llm-client', 'upstream', 'tunnel'],
  chat: ['llm-client', 'history', 'tools'],
  tools: ['public-web'],
  'public-web': ['upstream'],
  library: [],
  connection: ['llm-client', 'upstream', 'tunnel', 'profiles', 'credentials', 'demo'],
  'connection-check': ['llm-client', 'upstream', 'tunnel'],
  profiles: [],
  credentials: [],
  history: [],
  demo: [],
  shared: [],
  settings: [],
  drafts: [],
  notices: [],
  'support-bundle': [],
};

module.exports = {
  forbidden: [
    never('no-cycles', 'A cycle has no front door.', {}, { circular: true }),
    never(
      'contract-imports-zod-only',
      'It is compiled for both sides.',
      { path: '^electron/contract/' },
      { pathNot: ['^electron/contract/', '^node_modules/zod/'] },
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
      'It is shared by the shells and knows none of them.',
      { path: '^electron/host/' },
      { pathNot: ['^electron/(contract|host)/', '^electron/core/create-core\\.ts$'], dependencyTypesNot: ['core'] },
    ),
    never(
      'host-without-http',
      'How a page is reached is for each shell to say.',
      { path: '^electron/host/' },
      { path: '^(node:)?(https?|http2|net|tls)$' },
    ),
    never(
      'shell-imports',
      'The shell hosts the core; it does not reach into it.',
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
      'It is loaded before anything is shown.',
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
      'What programs in a terminal share knows none of them.',
      { path: '^electron/command-line/' },
      { pathNot: ['^electron/(command-line|contract)/'], dependencyTypesNot: ['core'] },
    ),
    never(
      'headless-imports',
      'The terminal hosts the core as the shells do, without a page.',
      { path: '^electron/headless/' },
      { path: '^(electron/(browser|core|host|shell)/|renderer/)', pathNot: '^electron/core/(create-core|program-start)\\.ts$' },
    ),
    never(
      'electron-only-in-shell',
      'One folder knows Electron.',
      { pathNot: ['^electron/shell/', '^electron/(main|preload)\\.ts$', '^tests/'] },
      { path: '^(node_modules/electron/|electron$)' },
    ),
    never(
      'renderer-imports',
      'The window knows the contract and nothing behind it.',
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
          '^electron/contract/(apply-delta|constants|failure|failure-remedies|failures/[a-z-]+|tex|text|json|ordered-link|connection-path|connection-text)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    never(
      'features-apart',
      'Features meet in the layout only.',
      { path: '^renderer/(chat|completion|connection|conversations|library|models|profiles|settings|tools)/' },
      { path: '^renderer/(chat|completion|connection|conversations|library|models|profiles|settings|tools)/', pathNot: '^renderer/$1/' },
    ),
    never(
      'markdown-imports',
      'It is shared by the features and knows none of them.',
      { path: '^renderer/markdown/' },
      { path: '^renderer/', pathNot: '^renderer/(markdown|shared|ui|bridge|state)/' },
    ),
    never(
      'shared-imports',
      'It is shared by the features and knows none of them.',
      { path: '^renderer/(shared|state)/' },
      { path: '^renderer/(chat|completion|connection|conversations|library|models|profiles|settings|tools)/' },
    ),
    never(
      'pages-alone',
      'The pages around the window share no code with it.',
      { path: '^renderer/(approvals|mermaid)/' },
      { path: '^(renderer|electron)/', pathNot: '^renderer/$1/' },
    ),
    never(
      'start-page-loads-the-window-late',
      'What a browser without a cookie may load holds nothing of the window.',
      { path: '^renderer/start/' },
      { path: '^(renderer|electron)/', pathNot: ['^renderer/start/', '^renderer/main\\.tsx$'] },
    ),
    never(
      'start-page-waits-for-the-window',
      'What a browser without a cookie may load holds nothing of the window.',
      { path: '^renderer/start/' },
      { path: '^renderer/main\\.tsx$', dependencyTypesNot: ['dynamic-import'] },
    ),
    never(
      'ui-imports-ui',
      'Primitives know no product.',
      { path: '^renderer/ui/' },
      { path: '^(renderer|electron)/', pathNot: '^renderer/ui/' },
    ),
    never(
      'nothing-imports-tests',
      'Tests look at the product, not the reverse.',
      { path: '^(electron|renderer|build)/' },
      { path: '^tests/' },
    ),
    never('product-without-build', 'What builds us does not ship.', { path: '^(electron|renderer)/' }, { path: '^build/' }),
    never(
      'front-files-only',
      'A core folder is entered by its front file.',
      { path: '^electron/core/([^/]+)/' },
      {
        path: '^electron/core/([^/]+)/',
        pathNot: ['^electron/core/$1/', '^electron/core/shared/', '^electron/core/([^/]+)/\\1\\.ts$'],
      },
    ),
    ...Object.entries(coreArrows).map(([folder, allowed]) =>
      never(
        `arrows-of-${folder}`,
        'The arrows run one way.',
        { path: `^electron/core/${folder}/` },
        { path: '^electron/core/', pathNot: [folder, 'shared', ...allowed].map((name) => `^electron/core/${name}/`) },
      ),
    ),
    never('no-undeclared-packages', 'What is imported is in package.json.', {}, { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] }),
    never('no-broken-imports', 'What is imported is there.', {}, { couldNotResolve: true, pathNot: ['^electron$', '\\?'] }),
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
