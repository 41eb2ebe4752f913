import { formatCount } from '../shared/format.ts';

/** All words of the Settings screen. */
export const settingsText = {
  sections: 'Settings topics',
  appearance: {
    title: 'Appearance',
    theme: { label: 'Theme', hint: 'System follows the light or dark setting of this computer.' },
  },
  chat: {
    title: 'Chat',
    sendKey: {
      label: 'Send with',
      enter: 'Enter',
      commandEnter: (command: string) => `${command}+Enter`,
      hintEnter: 'Press Shift+Enter for a new line.',
      hintCommandEnter: 'Press Enter for a new line.',
    },
    reasoning: { label: 'Show reasoning while it streams', hint: 'It collapses when the answer begins.' },
    titles: {
      label: 'Let the model name new conversations',
      hint: 'Uses one short request per conversation. If off, the first words become the title.',
    },
    imageSide: {
      label: 'Longer side of images (pixels)',
      hint: 'Larger images are scaled down before they’re sent. Smaller ones use fewer tokens.',
    },
    toolsWithImages: {
      label: 'Offer tools together with images',
      hint: 'Some models fail if one request has both. If off, a conversation with images offers no tools.',
    },
  },
  timeouts: {
    title: 'Timeouts',
    hint: 'How long Causeway waits before it cancels a request. Applies to new requests, including those to the local API.',
    connectSeconds: { label: 'Connect (seconds)', hint: 'Longest wait for the service to accept a connection.' },
    tunnelWaitSeconds: { label: 'Tunnel (seconds)', hint: 'Longest wait for a tunnel that is reconnecting or being checked.' },
    firstByteSeconds: {
      label: 'First token (seconds)',
      hint: 'Longest wait for an answer to begin. Long prompts and busy engines need minutes.',
    },
    idleSeconds: { label: 'Stalled answer (seconds)', hint: 'Longest pause while an answer is streaming.' },
    silenceMinutes: {
      label: 'Stalled tunnel (minutes)',
      hint: 'How long running answers wait for an SSH connection that stopped responding.',
    },
    tunnelIdleMinutes: {
      label: 'Idle tunnel (minutes)',
      hint: 'Closes an unused tunnel after this time. Leave empty for no limit.',
      placeholder: 'no limit',
    },
  },
  desktop: {
    title: 'Desktop',
    onClose: { label: 'When I close the window', ask: 'Ask me', keepRunning: 'Keep running in the background', quit: 'Quit' },
    startAtSignIn: { label: 'Start when I sign in', hint: 'Starts in the background with the tunnel and local API running.' },
    updates: { label: 'Check for updates', hint: 'Updates are signature-checked and installed only when you choose.' },
  },
  browser: {
    title: 'Browser',
    desktopOnly: 'Tray icon, automatic start and updates are available in the desktop app.',
    notifications: {
      label: 'Notifications',
      allow: 'Allow notifications',
      states: {
        granted: 'Allowed. Causeway notifies you while this page is in the background.',
        denied: 'Blocked. Allow notifications for this page in your browser’s settings.',
        default: 'Off. Allow them to hear from Causeway while this page is in the background.',
        unsupported: 'Not supported by this browser here.',
      },
    },
  },
  about: {
    title: 'About',
    version: 'Version',
    electron: 'Electron',
    developmentBuild: (version: string) => `${version} (development build)`,
    runsIn: 'Runs in',
    aBrowser: 'a browser',
    platform: 'Platform',
    report: { label: 'Report a problem', hint: 'A support bundle contains logs and settings, but no conversations, drafts or secrets.' },
    showLogs: 'Show logs',
    saveSupportBundle: 'Save support bundle…',
  },
  dataLocations: {
    title: 'Data locations',
    dataFolder: 'Data folder',
    images: {
      label: 'Images in conversations',
      space: (count: number, size: string) =>
        count === 0 ? 'None' : `${formatCount(count, 'image', 'images')} (${size}), stored with your conversations`,
    },
  },
  shortcuts: { title: 'Keyboard shortcuts', command: 'Command', keys: 'Keys' },
};
