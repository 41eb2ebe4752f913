/** Why Direct mode uses the tunnel or doesn't. */
export const routeText = {
  tunnelOff: 'The tunnel is turned off.',
  tunnelAlways: 'The tunnel is set to Always.',
  noInstance: 'This profile has no instance for a tunnel.',
  probing: 'Checking whether the engines can be reached directly…',
  unused: 'Not used yet.',
  reachable: 'The engines can be reached from this network.',
  notPermitted: 'The engines don’t accept connections from this network.',
  unreachable: (message: string) => `The engines can’t be reached without the tunnel. ${message}`,
  noEnginePaths: 'No engine paths are configured, so Causeway uses the tunnel.',
} as const;

/** The names of the demo's parts. */
export const demoText = { instance: 'the demo instance', key: 'the demo key' } as const;

/** What ended a tunnel, for its history. */
export const tunnelEndText = { notNeeded: 'not needed now', stopped: 'you stopped it' } as const;
