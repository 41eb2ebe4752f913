import './sign-in.css';
import { secretOf } from './secret.ts';
import { checkSession, signIn } from './session-request.ts';

/** The page before the window: lets a browser in by the secret of a link, and explains where to get one. */
const title = element('title');
const state = element('state');
const help = element('help');
const form = element('form');
const field = element('link');
const problem = element('problem');
if (!(field instanceof HTMLInputElement)) throw new Error('#link is no field');

const texts = {
  needsLink: ['Open Causeway', 'This browser needs a link to open Causeway.'],
  used: ['This link doesn’t work', 'This link has been used or has expired.'],
  noCookie: ['Cookies are blocked', 'Your browser doesn’t save cookies for this page. Allow them, then get a new link.'],
  gone: ['Causeway isn’t running', 'Start it on the computer that runs it, then reload this page.'],
} as const;

/** When the window was opened last: whoever is back here at once has lost the cookie on the way. */
const openedKey = 'causeway-opened-at';
const atOnceMs = 5000;

const openWindow = (): void => {
  sessionStorage.setItem(openedKey, String(Date.now()));
  location.replace('./');
};
const explain = ([heading, text]: (typeof texts)[keyof typeof texts]): void => {
  title.textContent = heading;
  document.title = `${heading} – Causeway`;
  state.textContent = text;
  help.hidden = text === texts.gone[1];
};
const useSecret = async (secret: string): Promise<void> => {
  const result = await signIn(secret, fetch);
  if (result === 'signed-in') return openWindow();
  explain(result === 'refused' ? texts.used : texts.gone);
  // the same link never works a second time
  if (result === 'refused') field.value = '';
};

const start = async (): Promise<void> => {
  const secret = secretOf(location.hash);
  // gone from the address bar and the history before anything else happens
  if (location.hash !== '') history.replaceState(null, '', location.pathname);
  const isBack = Date.now() - Number(sessionStorage.getItem(openedKey)) < atOnceMs;
  if (secret !== undefined) return useSecret(secret);
  const result = await checkSession(fetch);
  if (result === 'signed-in' && !isBack) openWindow();
  else if (result === 'unreachable') explain(texts.gone);
  else explain(isBack ? texts.noCookie : texts.needsLink);
};

const showProblem = (text: string): void => {
  problem.textContent = text;
  field.ariaInvalid = text === '' ? null : 'true';
};
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const secret = secretOf(field.value);
  if (secret === undefined) {
    showProblem('Paste the whole link, or the part after the # sign.');
    field.focus();
    return;
  }
  showProblem('');
  state.textContent = 'Opening…';
  void useSecret(secret);
});
field.addEventListener('input', () => {
  showProblem('');
});
// a link pasted into the address bar of this very page loads nothing
window.addEventListener('hashchange', () => void start());

void start();

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`sign-in.html has no #${id}`);
  return found;
}
