/** The cost of some work in steps. Unlike time, a limit on steps holds on every machine. */
export interface Steps {
  /** Array elements that were iterated or copied one by one. */
  readonly elements: number;
  /** Characters read by searches that are not anchored to the start of their text. */
  readonly searched: number;
}

/** Counts the steps of synchronous work. */
export function countSteps(work: () => unknown): Steps {
  const steps = { elements: 0, searched: 0 };
  const distance = (found: number, from: number, length: number): number => Math.max(0, (found === -1 ? length : found) - from);
  const restore = [
    replace(Array.prototype, Symbol.iterator, () => {
      return function* (this: unknown[]) {
        for (let at = 0; at < this.length; at += 1) {
          steps.elements += 1;
          yield this[at];
        }
        return undefined;
      };
    }),
    replace(String.prototype, 'indexOf', (indexOf) => {
      return function (this: string, wanted: string, from = 0) {
        const found = indexOf.call(this, wanted, from);
        steps.searched += distance(found, from, this.length);
        return found;
      };
    }),
    replace(RegExp.prototype, 'exec', (exec) => {
      return function (this: RegExp, text: string) {
        const from = this.global || this.sticky ? this.lastIndex : 0;
        const found = exec.call(this, text);
        const isAnchored = this.sticky || (this.source.startsWith('^') && !this.multiline);
        if (!isAnchored) steps.searched += distance(found?.index ?? -1, from, text.length);
        return found;
      };
    }),
  ];
  try {
    work();
  } finally {
    for (const each of restore) each();
  }
  return steps;
}

/** Replaces a method, and returns a function that restores it. */
export function replace<T extends object, K extends keyof T>(target: T, name: K, make: (original: T[K]) => T[K]): () => void {
  const original = target[name];
  const put = (value: T[K]): void => void Object.defineProperty(target, name, { value, configurable: true, writable: true });
  put(make(original));
  return () => put(original);
}
