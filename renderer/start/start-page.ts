/** What was typed before the window was there. */
export interface Typed {
  readonly text: string;
  readonly selectionStart: number;
  readonly selectionEnd: number;
}

/** The page before the window: a field to write in from the first frame on, and what is to be said until the window takes over. */
export interface StartPage {
  /** The window is on its way. */
  readonly showOpening: () => void;
  /** The window says by itself why it can't open. */
  readonly showFailure: () => void;
  /** Says why there is no window; `asksForLink` where a link would help. */
  readonly explain: (heading: string, text: string, asksForLink: boolean) => void;
  /**
   * Gives what was typed to the window, and goes. `take` must show the window before it returns, so that the next key finds its
   * composer; what was typed stays saved until its promise is settled.
   */
  readonly handOver: (take: (typed: Typed) => Promise<void>) => Promise<void>;
}

/** What was typed, for a page that is reloaded before the window was there. */
const typedKey = 'early-message';

/** Takes charge of the markup in index.html. */
export function createStartPage(page: Document, storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): StartPage {
  const element = find(page, 'start', HTMLElement);
  const title = find(page, 'start-title', HTMLElement);
  const state = find(page, 'start-text', HTMLElement);
  const signIn = find(page, 'sign-in', HTMLElement);
  const link = find(page, 'sign-in-link', HTMLInputElement);
  const form = find(page, 'early-form', HTMLFormElement);
  const field = find(page, 'early-message', HTMLTextAreaElement);
  /** Settled while no text is being composed. */
  let composed: Promise<unknown> = Promise.resolve();

  const show = (name: 'opening' | 'failed' | 'stopped'): void => {
    element.dataset['state'] = name;
    // a field that leads nowhere would only mislead, but what stands in it stays in sight
    form.hidden = name !== 'opening' && field.value === '';
  };

  field.value = [storage.getItem(typedKey) ?? '', field.value].filter((text) => text !== '').join('\n\n');
  field.addEventListener('input', () => {
    storage.setItem(typedKey, field.value);
  });
  field.addEventListener('compositionstart', () => {
    composed = new Promise((resolve) => {
      // some browsers write the text only after this event
      field.addEventListener('compositionend', () => setTimeout(resolve), { once: true });
    });
  });
  field.addEventListener('keydown', (event) => {
    // Whether it sends is a setting, and nobody sees yet to which model: the text waits for a second press, in the window.
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) event.preventDefault();
  });

  field.focus(); // the attribute alone takes effect with a frame, and a key may come before

  return {
    showOpening: () => {
      signIn.hidden = true;
      title.textContent = 'Causeway';
      page.title = 'Causeway';
      state.textContent = 'Opening Causeway…';
      show('opening');
      field.focus();
    },
    showFailure: () => {
      show('failed');
    },
    explain: (heading, text, asksForLink) => {
      title.textContent = heading;
      page.title = `${heading} – Causeway`;
      state.textContent = text;
      signIn.hidden = !asksForLink;
      show('stopped');
      if (form.hidden && asksForLink) link.focus();
    },
    handOver: async (take) => {
      let awaited: typeof composed | undefined;
      while (awaited !== composed) await (awaited = composed);
      const { value: text, selectionStart, selectionEnd } = field;
      const taken = take({ text, selectionStart, selectionEnd });
      element.remove();
      await taken;
      storage.removeItem(typedKey);
    },
  };
}

/** An element of index.html. */
export function find<Kind extends HTMLElement>(page: Document, id: string, kind: new () => Kind): Kind {
  const found = page.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`index.html has no #${id}`);
  return found;
}
