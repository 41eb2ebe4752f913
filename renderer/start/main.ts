import './start.css';
import { parseSecret, checkSession, signIn } from './session-request.ts';
import { createStartPage, requireElement } from './start-page.ts';
import { startText } from './text.ts';

/** Entry of the start page: signs a browser in by the secret of a link, explains how to get one, and loads the window. */
const storage = findSessionStorage();
const startPage = createStartPage(document, storage);
const form = requireElement(document, 'sign-in-form', HTMLFormElement);
const link = requireElement(document, 'sign-in-link', HTMLInputElement);
const problem = requireElement(document, 'sign-in-problem', HTMLElement);
/** Not every browser requests a module again after it failed to load. */
let hasFailedToLoad = false;
/** Set while the page reloads after its code failed to load. A network change aborts requests, even on loopback. */
const reloadedKey = 'reloaded-for-window';

/**
 * Resolves after the first frame. Signing in makes the program load its core, and loading the window blocks the page, so both would delay
 * the field. A background page draws no frame, hence the timeout.
 */
const firstFrame = new Promise<void>((resolve) => {
  requestAnimationFrame(() => setTimeout(resolve));
  setTimeout(resolve, 200);
});

const explainNotRunning = (): void => startPage.explain(startText.notRunning.title, startText.notRunning.text, false);

const loadWindow = async (): Promise<void> => {
  startPage.showOpening();
  if (hasFailedToLoad) {
    location.reload();
    return;
  }
  await firstFrame;
  try {
    const { openWindow } = await import('../main.tsx');
    storage?.removeItem(reloadedKey);
    window.removeEventListener('hashchange', onHashChange);
    openWindow(startPage);
  } catch (error) {
    hasFailedToLoad = true;
    await explainFailedLoad();
    throw error;
  }
};

const explainFailedLoad = async (): Promise<void> => {
  if (window.causeway !== undefined) return startPage.explain(startText.windowFailed.title, startText.windowFailed.desktop, false);
  switch (await checkSession(fetch)) {
    case 'signed-in':
      if (storage?.getItem(reloadedKey) === null) {
        storage.setItem(reloadedKey, '');
        location.reload();
        return;
      }
      storage?.removeItem(reloadedKey);
      return startPage.explain(startText.windowFailed.title, startText.windowFailed.browser, false);
    case 'refused':
      return startPage.explain(startText.cookiesBlocked.title, startText.cookiesBlocked.text, true);
    case 'unreachable':
      return explainNotRunning();
  }
};

const useSecret = async (secret: string): Promise<void> => {
  await firstFrame;
  const result = await signIn(secret, fetch);
  if (result === 'signed-in') return loadWindow();
  if (result === 'unreachable') return explainNotRunning();
  startPage.explain(startText.linkRejected.title, startText.linkRejected.text, true);
  link.value = ''; // A link works only once.
};

const start = async (): Promise<void> => {
  const secret = parseSecret(location.hash);
  // Removes the secret from the address bar and the history first.
  if (location.hash !== '' || location.pathname.endsWith('/open')) history.replaceState(null, '', './');
  if (secret !== undefined) return useSecret(secret);
  // Electron needs no sign-in. For a browser with a cookie, the program marks the page.
  if (window.causeway !== undefined || document.documentElement.dataset['session'] === 'open') return loadWindow();
  switch (await checkSession(fetch)) {
    case 'signed-in':
      return loadWindow();
    case 'refused':
      return startPage.explain(startText.signIn.title, startText.signIn.text, true);
    case 'unreachable':
      return explainNotRunning();
  }
};

/** Returns undefined if the browser blocks storage, as it does together with cookies. */
function findSessionStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

const showProblem = (text: string): void => {
  problem.textContent = text;
  link.ariaInvalid = text === '' ? null : 'true';
};
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const secret = parseSecret(link.value);
  if (secret === undefined) {
    showProblem(startText.incompleteLink);
    link.focus();
    return;
  }
  showProblem('');
  void useSecret(secret);
});
link.addEventListener('input', () => showProblem(''));
// A link pasted into the address bar of this page only changes the hash.
function onHashChange(): void {
  void start();
}
window.addEventListener('hashchange', onHashChange);

void start();
