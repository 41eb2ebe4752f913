import { startText } from './text.ts';

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** Before the script runs, the field takes Enter for a line break. */
const plainEnter: KeyPress = { key: 'Enter', shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };

/** Text typed before the window was loaded. */
export interface TypedText {
  readonly text: string;
  readonly selectionStart: number;
  readonly selectionEnd: number;
  /** The Enter after it, which sends it if the settings say so. */
  readonly enter: KeyPress | undefined;
}

/** The page before the window is loaded: a message field, and a status text. */
export interface StartPage {
  readonly showOpening: () => void;
  /** Makes room for the failure that the window shows. */
  readonly showFailure: () => void;
  /** Says why there is no window. `asksForLink` shows the sign-in form. */
  readonly explain: (heading: string, text: string, asksForLink: boolean) => void;
  /**
   * Passes the typed text to the window and removes the page. `take` must render the window before it returns, so that the next key
   * reaches its composer. The text stays saved until its promise settles.
   */
  readonly handOver: (take: (typed: TypedText) => Promise<void>) => Promise<void>;
}

/** Storage key of the typed text, for a reload before the window is loaded. */
const typedKey = 'early-message';

/** Controls the markup in index.html. Without a storage, the typed text doesn't survive a reload. */
export function createStartPage(page: Document, storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined): StartPage {
  const element = requireElement(page, 'start', HTMLElement);
  const title = requireElement(page, 'start-title', HTMLElement);
  const state = requireElement(page, 'start-text', HTMLElement);
  const signIn = requireElement(page, 'sign-in', HTMLElement);
  const link = requireElement(page, 'sign-in-link', HTMLInputElement);
  const form = requireElement(page, 'early-form', HTMLFormElement);
  const field = requireElement(page, 'early-message', HTMLTextAreaElement);
  const queued = requireElement(page, 'early-queued', HTMLElement);
  let enter: KeyPress | undefined;
  /** Settled unless an input method is composing. */
  let composed: Promise<unknown> = Promise.resolve();

  const setEnter = (press: KeyPress | undefined): void => {
    enter = press;
    queued.textContent = press === undefined ? '' : startText.queued;
  };
  const show = (name: 'opening' | 'failed' | 'stopped'): void => {
    element.dataset['state'] = name;
    if (name !== 'opening') setEnter(undefined);
    // Without a window the field is useless, but its text stays visible.
    form.hidden = name !== 'opening' && field.value === '';
  };

  const save = (): void => storage?.setItem(typedKey, field.value);
  const saved = storage?.getItem(typedKey) ?? '';
  const isEntered = /\S\n$/.test(field.value);
  const typed = isEntered ? field.value.slice(0, -1) : field.value;
  field.value = [saved, typed].filter((text) => text !== '').join('\n\n');
  if (field.value !== '') save(); // typed before this script ran
  if (isEntered && saved === '') setEnter(plainEnter);
  field.addEventListener('input', () => {
    save();
    setEnter(undefined);
  });
  field.addEventListener('compositionstart', () => {
    composed = new Promise((resolve) => {
      // Some browsers insert the text only after this event.
      field.addEventListener('compositionend', () => setTimeout(resolve), { once: true });
    });
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') setEnter(undefined);
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (element.dataset['state'] === 'opening' && field.value.trim() !== '') setEnter(event);
  });

  field.focus(); // `autofocus` takes effect only with a frame, and a key may come before.

  return {
    showOpening: () => {
      signIn.hidden = true;
      title.textContent = startText.title;
      page.title = startText.title;
      state.textContent = startText.opening;
      show('opening');
      field.focus();
    },
    showFailure: () => show('failed'),
    explain: (heading, text, asksForLink) => {
      title.textContent = heading;
      page.title = startText.pageTitle(heading);
      state.textContent = text;
      signIn.hidden = !asksForLink;
      show('stopped');
      if (form.hidden && asksForLink) link.focus();
    },
    handOver: async (take) => {
      let awaited: typeof composed | undefined;
      while (awaited !== composed) await (awaited = composed);
      const { value: text, selectionStart, selectionEnd } = field;
      const taken = take({ text, selectionStart, selectionEnd, enter });
      element.remove();
      await taken;
      storage?.removeItem(typedKey);
    },
  };
}

/** Returns an element of index.html. Throws if it is missing. */
export function requireElement<Kind extends HTMLElement>(page: Document, id: string, kind: new () => Kind): Kind {
  const found = page.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`index.html has no #${id}`);
  return found;
}
