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
