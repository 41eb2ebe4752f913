import { vi } from 'vitest';
import { waitOptions } from './wait-options.ts';

/** Waits until a check holds, also on a busy machine. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, waitOptions);
}
