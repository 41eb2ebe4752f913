const feed = process.env.CAUSEWAY_UPDATE_FEED;

/** A .deb has to name an address. The feed's is the only one that a release has. */
const homepage = feed ? new URL(feed).origin : 'https://causeway.example.org';

/** Whether the maintainer's certificate signs the program for macOS. */
const hasCertificate = Boolean(process.env.CSC_LINK || process.env.CSC_NAME);

/** Configuration of electron-builder, which packages the program. */
module.exports = {
  // Without a feed the program never checks for updates.
  publish: feed ? { provider: 'generic', url: feed } : null,
  appId: 'org.causeway.desktop',
  productName: 'Causeway',
  extraMetadata: { homepage },
  artifactName: '${name}-${version}-${os}-${arch}.${ext}',
  directories: { output: 'build/dist', buildResources: 'build/out/icons' },
  // Only the build's output and keytar, whose native part can't be bundled.
  files: [
    'package.json',
    'build/out/{main,preload,renderer,tray}/**',
    '!build/out/renderer/**/gallery*',
    '!build/out/renderer/**/bench*',
    '!**/*.map',
    '!node_modules/!(keytar)/**',
    '!node_modules/keytar/!(build|lib|package.json)/**',
    '!node_modules/keytar/{src,deps,binding.gyp,*.md,*.ts}',
    '!node_modules/keytar/build/!(Release)/**',
  ],
  extraResources: [{ from: 'build/out/third-party/THIRD-PARTY-NOTICES.txt', to: 'THIRD-PARTY-NOTICES.txt' }],
  asar: true,
  asarUnpack: ['**/*.node'],
  npmRebuild: false, // npm's binary also works in Electron, because it uses N-API
  electronFuses: {
    resetAdHocDarwinSignature: !hasCertificate,
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  },
  linux: {
    target: ['AppImage', 'deb', 'tar.gz'],
    category: 'Science',
    icon: 'build/out/icons',
    maintainer: 'The Causeway developers',
    synopsis: "Desktop client for a research cloud's hosted language models",
  },
  deb: {
    // electron-builder's own, and any program that keeps secrets for others: without one they last only as long as Causeway
    recommends: ['libappindicator3-1', 'gnome-keyring | kwalletmanager | keepassxc'],
  },
  // Otherwise its menu entry turns the sandbox off.
  appImage: { executableArgs: [] },
  mac: {
    target: ['dmg', 'zip'],
    category: 'public.app-category.developer-tools',
    icon: 'build/out/icons/icon.icns',
    // Otherwise macOS slows a hidden program, and its connections with it.
    extendInfo: { NSAppSleepDisabled: true },
    // Apple Silicon kills a program whose signature is broken, as the fuses break Electron's. Without a certificate it can't be updated.
    ...(!hasCertificate && { identity: '-', hardenedRuntime: false, publish: null }),
  },
  win: { target: ['nsis', 'portable'], icon: 'build/out/icons/icon.ico' },
  nsis: { artifactName: '${name}-${version}-setup-${arch}.${ext}' },
  portable: { artifactName: '${name}-${version}-portable-${arch}.${ext}' },
};
