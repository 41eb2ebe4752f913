/** What some work took, in steps of its own: a bound on these holds on every machine, one on time does not. */
export interface Steps {
  /** Elements of lists that were gone through or copied one by one. */
  readonly elements: number;
  /** Characters a search looked at that was not tied to the beginning of its text. */
  readonly searched: number;
}

/** Counts the steps of work that runs to its end at once. */
export function countSteps(work: () => unknown): Steps {
  const steps = { elements: 0, searched: 0 };
  const upTo = (found: number, from: number, length: number): number => Math.max(0, (found === -1 ? length : found) - from);
  const putBack = [
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
        steps.searched += upTo(found, from, this.length);
        return found;
      };
    }),
    replace(RegExp.prototype, 'exec', (exec) => {
      return function (this: RegExp, text: string) {
        const from = this.global || this.sticky ? this.lastIndex : 0;
        const found = exec.call(this, text);
        const isTied = this.sticky || (this.source.startsWith('^') && !this.multiline);
        if (!isTied) steps.searched += upTo(found?.index ?? -1, from, text.length);
        return found;
      };
    }),
  ];
  try {
    work();
  } finally {
    for (const each of putBack) each();
  }
  return steps;
}

/** Puts another method in the place of one; gives what puts it back. */
export function replace<T extends object, K extends keyof T>(target: T, name: K, make: (former: T[K]) => T[K]): () => void {
  const former = target[name];
  const put = (value: T[K]): void => void Object.defineProperty(target, name, { value, configurable: true, writable: true });
  put(make(former));
  return () => put(former);
}
