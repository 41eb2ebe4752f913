import type { Shading } from '../shared/token-shading.ts';
import { createPendingRequest, type PendingRequest } from '../state/pending-request.ts';
import { createStore, type WritableStore } from '../state/store.ts';

/** What the notebook's screen shows. Lives outside React, so that it outlives the screen. */
export interface NotebookView {
  readonly view: WritableStore<'write' | 'score'>;
  readonly shading: WritableStore<Shading>;
  readonly panel: WritableStore<'parameters' | 'branches' | null>;
  /** How many continuations to request at once. */
  readonly count: WritableStore<number>;
  /** Opens the model picker. */
  readonly modelPickerRequest: PendingRequest;
}

export function createNotebookView(): NotebookView {
  return {
    view: createStore<'write' | 'score'>('write'),
    shading: createStore<Shading>('probability'),
    panel: createStore<'parameters' | 'branches' | null>(null),
    count: createStore(1),
    modelPickerRequest: createPendingRequest(),
  };
}
