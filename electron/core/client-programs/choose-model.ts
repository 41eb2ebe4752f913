import type { ClientProgram, OfferedModel } from './client-program.ts';
import { clientProgramText } from './text.ts';

/** What a program needs of a model, besides tool calls. */
export type ModelNeeds = Pick<ClientProgram, 'minContext' | 'unfit'>;

/** Returns why a program can't work with a model, or undefined. What nobody has said of a model doesn't count against it. */
export function unfitFor(program: ModelNeeds, model: OfferedModel): string | undefined {
  if (model.callsTools === false) return clientProgramText.noTools;
  const { contextLength } = model;
  if (program.minContext !== undefined && contextLength !== null && contextLength < program.minContext) {
    return clientProgramText.shortContext(contextLength, program.minContext);
  }
  return program.unfit?.(model);
}

/** Returns the model to propose: one that calls tools and has the most room. Undefined if none is fit. */
export function proposeModel(program: ModelNeeds, models: readonly OfferedModel[]): OfferedModel | undefined {
  const fit = models.filter((model) => unfitFor(program, model) === undefined);
  const rank = (model: OfferedModel): number => (model.callsTools === true ? 1 : 0);
  return fit.toSorted((one, other) => rank(other) - rank(one) || (other.contextLength ?? 0) - (one.contextLength ?? 0))[0];
}
