import type { DemoModel } from '../engines/demo-model.ts';

/** The models served now; they can come and go. */
export interface ModelRegistry {
  readonly all: () => readonly DemoModel[];
  readonly add: (model: DemoModel) => void;
  readonly remove: (id: string) => void;
  /** Path segments stay when their models go. */
  readonly segments: readonly string[];
  readonly engineAt: (segment: string) => 'A' | 'B';
}

/** A shelf with these models on it; its segments are theirs for good. */
export function createModelRegistry(initial: readonly DemoModel[]): ModelRegistry {
  let models = initial;
  const engines = new Map(initial.map((model) => [model.segment, model.engine]));
  return {
    all: () => models,
    add: (model) => {
      const engine = engines.get(model.segment);
      if (engine !== model.engine) throw new Error(`The demo has no segment “${model.segment}” of engine ${model.engine}.`);
      models = [...models.filter((other) => other.id !== model.id), model];
    },
    remove: (id) => void (models = models.filter((model) => model.id !== id)),
    segments: [...engines.keys()],
    engineAt: (segment) => engines.get(segment) ?? 'A',
  };
}
