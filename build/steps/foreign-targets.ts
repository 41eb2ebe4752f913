const systems: Readonly<Record<string, NodeJS.Platform>> = {
  linux: 'linux',
  l: 'linux',
  mac: 'darwin',
  macos: 'darwin',
  m: 'darwin',
  o: 'darwin',
  win: 'win32',
  windows: 'win32',
  w: 'win32',
};
const architectures: ReadonlySet<string> = new Set(['x64', 'arm64', 'ia32', 'armv7l', 'universal']);

/** Returns the systems and architectures in electron-builder's arguments that are not this computer's. keytar's native part is only for it. */
export function findForeignTargets(
  args: readonly string[],
  { platform, arch }: Pick<NodeJS.Process, 'platform' | 'arch'> = process,
): readonly string[] {
  return args
    .flatMap((arg) => {
      if (arg.startsWith('--')) return [arg.slice(2)];
      return /^-[a-z]+$/i.test(arg) ? arg.slice(1).split('') : arg.split(':').slice(1); // --linux deb:arm64 names one too
    })
    .map((name) => name.toLowerCase())
    .filter((name) => (systems[name] ?? platform) !== platform || (architectures.has(name) && name !== arch));
}
