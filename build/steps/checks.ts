/** Static checks. Each is a script of the project or a package with its arguments. It exits with 0 if it passes. */
export const checks = {
  types: ['node_modules/typescript/bin/tsc', '-b'],
  lint: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'],
  format: ['node_modules/oxfmt/bin/oxfmt', '--check', '.'],
  layers: [
    'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    '--config',
    'build/layers.cjs',
    'electron',
    'renderer',
    'build',
    'tests',
  ],
  text: ['build/steps/check-text.ts'],
  licences: ['build/steps/check-licences.ts'],
  unused: ['node_modules/knip/bin/knip.js', '--config', 'build/unused.json'],
} as const satisfies Record<string, readonly [string, ...string[]]>;

export type CheckName = keyof typeof checks;
