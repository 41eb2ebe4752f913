import { failureSentences, renderFailure } from '../contract/failures/render-failure.ts';
import type { LocalApiStatus } from '../contract/local-api.ts';
import type { Connection } from '../contract/connection.ts';
import type { Failure } from '../contract/failure.ts';
import { describeConnection } from '../presentation/connection-text.ts';
import { sanitizeOutput } from '../command-line/terminal.ts';

/** Reports what happens to the user or script that started the program. */
export interface Reporter {
  readonly connection: (connection: Connection) => void;
  readonly localApi: (status: LocalApiStatus) => void;
  readonly failure: (failure: Failure) => void;
  /** Prints a text for people, or an object as a JSON line. */
  readonly print: (text: string, fact: Readonly<Record<string, unknown>>) => void;
}

/** Creates a reporter that prints text or JSON lines. Repeated states are printed once. */
export function createReporter(isJson: boolean, write: (line: string) => void, now: () => number): Reporter {
  let lastConnection = '';
  let lastLocalApi = '';
  const print: Reporter['print'] = (text, fact) =>
    write(isJson ? JSON.stringify({ at: new Date(now()).toISOString(), ...fact }) : sanitizeOutput(text));

  return {
    print,
    connection: (connection) => {
      if (connection.state !== 'ready') return;
      const { mode, tunnel, direct, profile } = connection;
      // a changed round-trip time isn't worth a line
      const text = describeConnection(connection, now(), { hasRoundTrip: false });
      const line = `${profile.name} (${mode}): ${text}`;
      if (line === lastConnection) return;
      lastConnection = line;
      const failure = tunnel?.state.kind === 'failed' || tunnel?.state.kind === 'waiting-to-retry' ? tunnel.state.failure : null;
      print(line, {
        event: 'connection',
        profile: profile.name,
        mode,
        route: direct.now,
        tunnel: tunnel?.state.kind ?? null,
        earlierAnswers: tunnel?.earlierAnswers ?? 0,
        failure: failure && toFact(failure),
      });
    },
    localApi: ({ state }) => {
      const text = state.kind === 'listening' ? `Local API: http://127.0.0.1:${state.port}/v1` : 'Local API: off';
      if (text === lastLocalApi || state.kind === 'starting') return;
      lastLocalApi = text;
      print(text, { event: 'local-api', state: state.kind, ...(state.kind === 'listening' ? { port: state.port } : {}) });
    },
    failure: (failure) => print(failureSentences(failure, { surface: 'terminal' }), { event: 'failure', ...toFact(failure) }),
  };
}

/** Returns a failure for scripts: its code and reason, and the sentences for people. */
function toFact(failure: Failure): Readonly<Record<string, string>> {
  return { code: failure.code, reason: failure.reason, ...renderFailure(failure, { surface: 'terminal' }) };
}
