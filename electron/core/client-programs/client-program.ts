import type { Dialect } from './check-program.ts';

/** A model as the local API lists it, as far as programs need to know it. */
export interface OfferedModel {
  readonly id: string;
  /** In tokens. Null if unknown. */
  readonly contextLength: number | null;
  /** Null if nobody has said so. */
  readonly callsTools: boolean | null;
  readonly reasons: boolean;
  readonly seesImages: boolean;
}

/** What a program is started with. */
export interface LaunchFacts {
  /** The local API without a path: http://127.0.0.1:7333. */
  readonly origin: string;
  readonly key: string;
  readonly model: OfferedModel;
  readonly models: readonly OfferedModel[];
}

/** How to start a program for the local API, without changing anything of its user's. */
export interface LaunchPlan {
  /** Before the user's own arguments. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** A configuration of its own, named in the arguments by `{file}`. */
  readonly file?: { readonly name: string; readonly text: string };
}

/** A program in the terminal that can use the local API. */
export interface ClientProgram {
  /** As in `causeway launch NAME`. */
  readonly id: string;
  readonly title: string;
  readonly command: string;
  /** The command that installs it. */
  readonly install: string;
  readonly dialect: Dialect;
  readonly plan: (facts: LaunchFacts) => LaunchPlan;
  /** The shortest context in which it works. */
  readonly minContext?: number;
  /** Returns why it can't use a model, apart from what holds for all. */
  readonly unfit?: (model: OfferedModel) => string | undefined;
}
