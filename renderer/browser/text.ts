/** All words that only a page in a browser shows: banners, uploads and printing. */
export const browserPageText = {
  notAnswering: {
    title: 'Causeway isn’t responding.',
    hint: 'It may be busy, asleep or disconnected. This page reconnects on its own, and your text stays here.',
  },
  stopped: {
    title: 'Causeway has stopped.',
    hint: 'Start it again on the computer it runs on. This page reconnects on its own, and your text stays here.',
  },
  signedOut: {
    title: 'You’re signed out in this browser.',
    hint: 'On the computer that runs Causeway, repeat the command that started it. Then open the link it prints in this browser.',
  },
  blocked: {
    title: 'This page can’t connect to Causeway.',
    hint: 'A reverse proxy or firewall may be blocking WebSocket connections. Allow them there.',
  },
  restarted: { title: 'Causeway is running again. Loading…' },
  outdated: {
    title: 'Causeway was restarted.',
    hint: 'Finish or copy what you’re writing, then reload this page.',
    reload: 'Reload page',
  },
  approval: {
    title: 'Causeway needs your answer in a terminal.',
    before: 'Answer in the terminal that Causeway runs in. If it doesn’t ask there, start it in another one with ',
    after: '.',
  },
  upload: {
    choose: 'Choose file…',
    uploading: (name: string) => `Uploading ${name}`,
    progress: 'Uploaded',
    failed: (name: string) => `${name} wasn’t uploaded.`,
    tooLarge: 'A reverse proxy rejects files of this size. Raise its limit and try again.',
    failedHint: 'Check that Causeway is running, then choose the file again.',
  },
  printFrame: 'Page to print',
};
