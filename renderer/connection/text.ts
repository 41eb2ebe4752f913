import type { CheckStep } from '../../electron/contract/connection-check.ts';
import type { DirectRoute } from '../../electron/contract/profile.ts';

/** All words of the connection screen that belong to none of its panels. */
export const connectionText = {
  title: 'Connection',
  connecting: 'Connecting…',
  tabs: { overview: 'Overview', models: 'Models', tunnel: 'Tunnel', localApi: 'Local API', requests: 'Requests' },
  editProfile: (name: string) => `Edit ${name}…`,
  demo: {
    title: 'This is the demo',
    hint: 'It runs on this computer with canned answers and no model. Connect to your service to use real models.',
  },
  mode: {
    label: 'Connection mode',
    /** Read to screen readers before the state of the connection. */
    statePrefix: (mode: string) => `${mode}: `,
  },
  commands: {
    group: 'Connection',
    switchMode: { title: 'Switch between Proxy and Direct', keywords: ['mode', 'token', 'tunnel'] },
    reconnect: { title: 'Reconnect tunnel', keywords: ['ssh', 'instance'] },
    check: { title: 'Check connection', keywords: ['diagnosis', 'problem', 'trouble', 'health'] },
  },
  remedies: {
    'enter-token': 'Enter API token…',
    'edit-service': 'Edit service…',
    'edit-instance': 'Edit instance…',
    'choose-authorities': 'Choose certificate file…',
    'open-web-chat': 'Open web chat',
    reconnect: 'Reconnect',
    'start-tunnel': 'Start tunnel',
    'confirm-new-instance': 'Confirm new instance…',
    'use-proxy': 'Switch to Proxy',
    'use-direct': 'Switch to Direct',
    'use-tunnel': 'Use tunnel',
    'use-system-ssh': 'Use system SSH',
    'show-models': 'Show models',
  },
  addInstance: 'Add instance…',
};

/** Words of the questions that come up while signing in over SSH. */
export const sshQuestionsText = {
  continue: 'Continue',
  hostKey: {
    title: (hop: string) => `Verify ${hop}`,
    hint: (address: string) =>
      `You haven’t connected to ${address} before. Check that this fingerprint matches the one in your cloud console.`,
    reject: 'Don’t connect',
    accept: 'It matches, connect',
    fingerprint: 'Fingerprint',
    keyType: 'Key type',
    randomart: 'Fingerprint as a picture',
    command: 'Command on the instance',
  },
  password: {
    title: (username: string, hop: string) => `Password for ${username} on ${hop}`,
    hint: 'Enter your password on the instance to open the tunnel.',
    label: 'Password',
    wrong: 'Wrong password. Too many attempts can lock your account.',
  },
  passphrase: {
    title: 'Passphrase for your SSH key',
    hint: (keyFile: string, hop: string) => `Unlock ${keyFile} to sign in to ${hop}.`,
    label: 'Passphrase',
    wrong: 'Wrong passphrase. Try again.',
  },
  save: { label: 'Save in keychain', hint: 'If off, Causeway remembers it until you quit.' },
  prompts: {
    title: (hop: string) => `Sign in to ${hop}`,
    hint: 'Your instance needs more information to sign you in.',
    said: (hop: string, words: string) => `${hop} says: “${words}”`,
    answer: 'Answer',
    rejected: (hop: string) => `${hop} didn’t accept that.`,
    rejectedRemedy: 'Try again. If you used a one-time code, enter a new one.',
  },
};

/** All words of the connection path. The contract describes the stages. */
export const pathText = {
  title: 'Connection path',
  hint: 'The stages between this computer and your models, for each mode.',
  current: 'current',
  inactive: 'inactive',
  stages: (mode: string) => `${mode} stages`,
  latency: (ms: number) => ` · ${Math.round(ms)} ms`,
};

/** All words of the connection check. The main process writes its findings. */
export const checkText = {
  title: 'Connection check',
  hint: (mode: string) => `Tests each step of the ${mode} connection and stops at the first problem.`,
  checkedAt: (mode: string, time: string) => `${mode} connection, checked at ${time}.`,
  check: 'Check connection',
  checkAgain: 'Check again',
  stop: 'Stop',
  copy: 'Copy report',
  /** What the toast says was copied. */
  report: 'Report',
  steps: 'Steps',
  states: { waiting: 'not checked', running: 'checking', good: 'passed', bad: 'failed' } satisfies Readonly<
    Record<CheckStep['state'], string>
  >,
  running: 'Checking…',
};

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
