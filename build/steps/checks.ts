/** Static checks. Each is a command on this Node that exits with 0 if it passes. */
export const checks = {
  types: ['typescript/bin/tsc', '-b'],
  lint: ['oxlint/bin/oxlint', '--type-aware', '--deny-warnings'],
  format: ['oxfmt/bin/oxfmt', '--check', '.'],
  layers: ['dependency-cruiser/bin/dependency-cruiser.mjs', '--config', 'build/layers.cjs', 'electron', 'renderer', 'build', 'tests'],
  unused: ['knip/bin/knip.js', '--config', 'build/unused.json'],
} as const satisfies Record<string, readonly [string, ...string[]]>;

export type CheckName = keyof typeof checks;
