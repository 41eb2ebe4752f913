/** A key while it is shown. React keeps former states for a while, so closing empties it wherever it is still held. */
export interface OneTimeKey {
  readonly read: () => string;
  readonly empty: () => void;
}

/** Holds a key until it is emptied. */
export function showOneTimeKey(secret: string): OneTimeKey {
  let held = secret;
  return { read: () => held, empty: () => void (held = '') };
}
