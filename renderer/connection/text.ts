import type { CheckStep } from '../../electron/contract/connection-check.ts';
import type { DirectRoute } from '../../electron/contract/profile.ts';
import type { Capabilities, Presence } from '../../electron/contract/catalog.ts';

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

/** All words of the models and of the model catalog. */
export const modelsText = {
  title: 'Models',
  hint: (mode: string) => `The models you can use in ${mode} mode. Refresh if one is missing.`,
  loading: 'Loading models…',
  refresh: 'Refresh',
  none: 'No models yet. Add your service’s engine paths below.',
  noneInDemo: 'No models yet.',
  columns: { model: 'Model', status: 'Status', engine: 'Engine', capabilities: 'Capabilities', context: 'Context', edit: 'Edit' },
  presence: { listed: 'Available', unchecked: 'Not checked', gone: 'Unavailable' } satisfies Readonly<Record<Presence, string>>,
  proxyOnly: 'Proxy only',
  unknown: 'Unknown',
  dialects: {
    translated: (dialect: string) => `${dialect} translated`,
    passedOn: (dialect: string) => `${dialect} passed on`,
    hint: 'You choose under Local API whether other programs’ requests are translated or passed on.',
  },
  edit: 'Edit…',
  editModel: (id: string) => `Edit ${id}`,
  catalog: {
    title: 'Model catalog',
    hint: 'The service doesn’t publish its engine paths. Add them here, with what each model supports.',
    engine: (name: string) => `Engine ${name}`,
    engineUnknown: 'Engine unknown',
    noModels: 'no models added',
    models: (count: number) => (count === 1 ? '1 model' : `${count} models`),
    addModel: 'Add model…',
    editPath: 'Edit engine path…',
    addPath: 'Add engine path…',
  },
  pathDialog: {
    addTitle: 'Add engine path',
    editTitle: (path: string) => `Engine path ${path}`,
    hint: 'The part of the URL between the base URL and /v1. Your service’s documentation lists it.',
    path: 'Engine path',
    pathError: 'Use letters, digits, dots, dashes and underscores.',
    engine: 'Engine',
    removed: (path: string) => `Engine path ${path} removed`,
  },
  modelDialog: {
    addTitle: (path: string) => `Add model to ${path}`,
    hint: 'Causeway sends a model only the options you mark as supported.',
    id: { label: 'Model ID', hint: 'Exactly as the service writes it.' },
    capabilities: {
      chat: { label: 'Chat', hint: 'Replies in conversations.' },
      completion: { label: 'Text completion', hint: 'Continues plain text.' },
      tools: { label: 'Tools', hint: 'Can call tools.' },
      reasoning: { label: 'Reasoning', hint: 'Reasons before it answers.' },
      reasoningEffort: { label: 'Reasoning effort', hint: 'Supports low, medium and high.' },
    } satisfies Readonly<Record<keyof Capabilities, { readonly label: string; readonly hint: string }>>,
    context: {
      label: 'Context length (tokens)',
      hint: 'Leave empty to use the value the service reports.',
      error: 'Enter a whole number of tokens.',
    },
    imageSupport: {
      label: 'Sees images',
      hint: 'If unknown, Causeway reads it from the model list or tries once.',
      options: { unknown: 'Unknown', yes: 'Yes', no: 'No' },
    },
    images: {
      label: 'Images per request',
      hint: 'Leave empty to send all images until the engine says how many it takes.',
      error: 'Enter a whole number of images.',
    },
    removed: (id: string) => `${id} removed from the model catalog`,
  },
  undo: 'Undo',
};
