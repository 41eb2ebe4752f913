import type { DirectRoute } from '../../../electron/contract/profile.ts';

/** All words of the tunnel. */
export const tunnelText = {
  title: (instance: string) => `Tunnel to ${instance}`,
  hint: 'An SSH connection through your cloud instance to the engines, used in Direct mode.',
  start: 'Start',
  reconnect: 'Reconnect',
  stop: 'Stop',
  none: {
    title: 'No instance',
    hint: 'The tunnel runs through your own cloud instance. This profile doesn’t have one.',
  },
  route: {
    label: 'Use the tunnel',
    options: { auto: 'Automatic', tunnel: 'Always', straight: 'Never' } satisfies Readonly<Record<DirectRoute, string>>,
  },
  facts: {
    uptime: 'Connected for',
    notConnected: 'Not connected',
    roundTrip: 'Round trip',
    notMeasured: 'Not measured',
    received: 'Received',
    sent: 'Sent',
    openConnections: 'Open connections',
    reconnects: 'Reconnects',
  },
  unsupportedOptions: 'Unsupported SSH config options',
  activity: 'Activity',
  noActivity: 'No activity yet.',
  states: {
    connecting: 'Connecting',
    'waiting-for-user': 'Waiting for you',
    ready: 'Connected',
    suspect: 'Checking',
    'waiting-to-retry': 'Retrying',
    failed: 'Failed',
    idle: 'Idle',
    stopped: 'Stopped',
  },
  newInstance: {
    title: 'Confirm new instance',
    hint: 'Cloud addresses get reused, so a new instance can show a different host key, but so can someone who intercepts the connection. Enter the fingerprint from your cloud console to rule that out.',
    fingerprint: 'Fingerprint from your cloud console',
    placeholder: 'SHA256:…',
    confirm: 'Compare and confirm',
  },
  oldKeys: {
    title: 'New host key saved',
    hint: 'Your known_hosts file still has the old key. Run these commands to remove it.',
    commands: 'Commands',
    close: 'Close',
  },
};
