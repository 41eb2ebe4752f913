/** The page before the window is loaded. */
export const startText = {
  title: 'Causeway',
  opening: 'Opening Causeway…',
  queued: 'Waiting to send. Press Esc to cancel.',
  pageTitle: (heading: string) => `${heading} – Causeway`,
  notRunning: { title: 'Causeway isn’t running', text: 'Start it on the computer that runs it, then reload this page.' },
  windowFailed: {
    title: 'Causeway couldn’t open its window',
    desktop: 'Close this window and open it again.',
    browser: 'Reload this page.',
  },
  cookiesBlocked: { title: 'Cookies are blocked', text: 'Allow cookies for this page in your browser, then get a new link.' },
  linkRejected: { title: 'This link doesn’t work', text: 'It was used or has expired.' },
  signIn: { title: 'Open Causeway', text: 'This browser needs a link to open Causeway.' },
  incompleteLink: 'Paste the whole link, or the part after the # sign.',
};

/** Words of the same page that no script changes. The build writes them into index.html. */
export const startMarkupText = {
  howToGetLink: 'For a new link, repeat the command that started Causeway, on the computer that runs it.',
  linkField: 'Link or code',
  open: 'Open',
  noScript: 'Causeway needs JavaScript. Allow it for this page, then reload.',
  earlyMessage: { form: 'New message', field: 'Message', placeholder: 'Write a message' },
};
