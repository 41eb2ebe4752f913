/** A key while it is shown. React keeps former states for a while, so closing empties it wherever it is still held. */
export interface ShownKey {
  readonly read: () => string;
  readonly empty: () => void;
}

/** Holds a key until it is emptied. */
export function showKey(secret: string): ShownKey {
  let held = secret;
  return { read: () => held, empty: () => void (held = '') };
}
