import type { AgentFace } from '../contract/agent.ts';
import type { Connection } from '../contract/connection.ts';
import type { Failure } from '../contract/failure.ts';
/** What happens, told to whoever started the program. */
export interface Reporter {
  readonly connection: (connection: Connection) => void;
  readonly agent: (face: AgentFace) => void;
  readonly failure: (failure: Failure) => void;
  /** A text for a person, or an object for a program. */
  readonly say: (text: string, fact: Readonly<Record<string, unknown>>) => void;
}
/** Words on a terminal, JSON lines elsewhere; the same thing is not told twice. */
export declare function createReporter(isJson: boolean, write: (line: string) => void, now: () => number): Reporter;
