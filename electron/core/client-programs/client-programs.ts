/** The code assistants in the terminal that are started with the local API. */
export { proposeModel, unfitFor } from './choose-model.ts';
export type { ClientProgram, LaunchPlan, OfferedModel } from './client-program.ts';
export { findCommand } from './find-command.ts';
export { clientPrograms } from './known-programs.ts';
export { listClientPrograms } from './list-programs.ts';
