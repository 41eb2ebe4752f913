import './start.css';
import { secretOf, checkSession, signIn } from './session-request.ts';
import { createStartPage, find } from './start-page.ts';

/** The first code of the page: lets a browser in by the secret of a link, explains where to get one, and loads the window. */
const startPage = createStartPage(document, sessionStorage);
const form = find(document, 'sign-in-form', HTMLFormElement);
const link = find(document, 'sign-in-link', HTMLInputElement);
const problem = find(document, 'sign-in-problem', HTMLElement);
/** A module that could not be loaded is not asked for again by every browser. */
let hasFailedToLoad = false;
/** Set while the page is loaded anew because its code could not be: a network that changes takes requests with it, even on loopback. */
const reloadedKey = 'reloaded-for-window';

/** The window's code takes the page for a while, so it comes after the field can be seen; a page in the background draws no frame. */
const firstFrame = new Promise<void>((resolve) => {
  requestAnimationFrame(() => setTimeout(resolve));
  setTimeout(resolve, 200);
});

const explainGone = (): void => {
  startPage.explain('Causeway isn’t running', 'Start it on the computer that runs it, then reload this page.', false);
};

const loadWindow = async (): Promise<void> => {
  startPage.showOpening();
  if (hasFailedToLoad) {
    location.reload();
    return;
  }
  await firstFrame;
  try {
    const { openWindow } = await import('../main.tsx');
    sessionStorage.removeItem(reloadedKey);
    window.removeEventListener('hashchange', onHashChange);
    openWindow(startPage);
  } catch (error) {
    hasFailedToLoad = true;
    await explainFailedLoad();
    throw error;
  }
};

const explainFailedLoad = async (): Promise<void> => {
  if (window.causeway !== undefined)
    return startPage.explain('Causeway could not open its window', 'Close this window and open it again.', false);
  switch (await checkSession(fetch)) {
    case 'signed-in':
      if (sessionStorage.getItem(reloadedKey) === null) {
        sessionStorage.setItem(reloadedKey, '');
        location.reload();
        return;
      }
      sessionStorage.removeItem(reloadedKey);
      return startPage.explain('Causeway could not open its window', 'Reload this page.', false);
    case 'refused':
      return startPage.explain(
        'Cookies are blocked',
        'Your browser doesn’t save cookies for this page. Allow them, then get a new link.',
        true,
      );
    case 'unreachable':
      return explainGone();
  }
};

const useSecret = async (secret: string): Promise<void> => {
  const result = await signIn(secret, fetch);
  if (result === 'signed-in') return loadWindow();
  if (result === 'unreachable') return explainGone();
  startPage.explain('This link doesn’t work', 'This link has been used or has expired.', true);
  link.value = ''; // the same link never works a second time
};

const start = async (): Promise<void> => {
  const secret = secretOf(location.hash);
  // gone from the address bar and the history before anything else happens
  if (location.hash !== '' || location.pathname.endsWith('/open')) history.replaceState(null, '', './');
  if (secret !== undefined) return useSecret(secret);
  // In Electron there is nobody else to let in. A browser that came with its cookie is told so by the page itself.
  if (window.causeway !== undefined || document.documentElement.dataset['session'] === 'open') return loadWindow();
  switch (await checkSession(fetch)) {
    case 'signed-in':
      return loadWindow();
    case 'refused':
      return startPage.explain('Open Causeway', 'This browser needs a link to open Causeway.', true);
    case 'unreachable':
      return explainGone();
  }
};

const showProblem = (text: string): void => {
  problem.textContent = text;
  link.ariaInvalid = text === '' ? null : 'true';
};
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const secret = secretOf(link.value);
  if (secret === undefined) {
    showProblem('Paste the whole link, or the part after the # sign.');
    link.focus();
    return;
  }
  showProblem('');
  void useSecret(secret);
});
link.addEventListener('input', () => {
  showProblem('');
});
// a link pasted into the address bar of this very page loads nothing
function onHashChange(): void {
  void start();
}
window.addEventListener('hashchange', onHashChange);

void start();
