/** Returns a signal that the user's next key press or click aborts. `page` is undefined in plain Node. */
export function nextInput(page: EventTarget | undefined = globalThis.document): AbortSignal {
  const input = new AbortController();
  for (const type of ['keydown', 'pointerdown']) {
    page?.addEventListener(type, () => input.abort(), { capture: true, signal: input.signal });
  }
  return input.signal;
}
