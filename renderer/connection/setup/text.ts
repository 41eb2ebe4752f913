/** All words of the setup, “Connect to your service”. */
export const setupText = {
  titles: {
    service: 'Your service',
    ways: 'How do you want to connect?',
    instance: 'Your cloud instance',
    token: 'Your API token',
    models: 'Connecting',
  },
  hints: {
    service: 'Tell Causeway where your language models are. You can change this later.',
    ways: 'You can add the other mode later.',
    instance: 'Causeway signs in to it over SSH to reach the engines. Your SSH keys never leave this computer.',
    token: 'The token tells the proxy who you are. Causeway saves it in this computer’s keychain.',
    models: 'Causeway connects and loads the models of your service.',
  },
  connectedTitle: 'Connected',
  connectedHint: 'You’re ready to start a conversation.',
  steps: 'Steps',
  shortTitles: {
    service: 'Service',
    ways: 'Mode',
    instance: 'Instance',
    token: 'API token',
    models: 'Connect',
  },
  access: {
    token: { title: 'With an API token', hint: 'Proxy mode. Works from anywhere, for chat only.' },
    instance: {
      title: 'Through my cloud instance',
      hint: 'Direct mode. Connects to the engines over SSH, with text completion and without an API token.',
    },
    both: { title: 'Both', hint: 'Set up both modes and switch at any time.' },
  },
  back: 'Back',
  continue: 'Continue',
  skip: 'Skip for now',
  done: 'Done',
  startConversation: 'Start conversation',
  baseUrlMissing: 'Enter the base URL to continue.',
  instanceIncomplete: 'Enter the instance’s host, port and username to continue.',
  loadingProfile: 'Loading profile…',
  switching: 'Switching profile…',
  loadingModels: 'Loading models…',
  models: (ids: readonly string[]) => `${ids.length === 1 ? '1 model' : `${ids.length} models`}: ${ids.join(', ')}.`,
  tryAgain: 'Try again',
  check: 'Run connection check',
  enginePath: {
    label: 'Engine path',
    hint: (baseUrl: string) =>
      `No models found yet. Enter the part of the URL between ${baseUrl} and /v1, which your service’s documentation lists.`,
    add: 'Add',
  },
};
