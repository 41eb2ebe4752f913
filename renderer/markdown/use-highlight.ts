// oxlint-disable-next-line import/default -- the bundler makes it
import workerAddress from './highlight-worker.ts?worker&url';
import { type HighlightAnswer, type HighlightWorker, createHighlighter, canHighlight } from './highlighter.ts';
import { createContext, useContext, useEffect, useState } from 'react';
import type { HighlightRuns } from './highlight-code.ts';

interface ScriptAddressPolicy {
  readonly createScriptURL: (address: string) => string;
}

interface TrustedTypes {
  readonly createPolicy: (name: string, rules: ScriptAddressPolicy) => ScriptAddressPolicy;
}

/** The one policy that the page's content-security policy lets be made, and only once. */
const policyName = 'highlight-worker';

/** Makes the start of the worker that colours code. */
function createWorkerStart(): () => HighlightWorker {
  let policy: ScriptAddressPolicy | undefined;
  return () => {
    const address = new URL(workerAddress, import.meta.url).href;
    policy ??= createAddressPolicy(address);
    const worker = new Worker(policy.createScriptURL(address), { type: 'module', name: 'highlight' });
    return {
      post: (request) => {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
        worker.postMessage(request);
      },
      listen: (onAnswer, onBroken) => {
        worker.addEventListener('message', ({ data }: MessageEvent<HighlightAnswer>) => {
          onAnswer(data);
        });
        worker.addEventListener('error', () => {
          worker.terminate();
          onBroken();
        });
      },
    };
  };
}

/** Lets the worker's own address through and no other. */
function createAddressPolicy(allowed: string): ScriptAddressPolicy {
  const rules: ScriptAddressPolicy = {
    createScriptURL: (address) => {
      if (address !== allowed) throw new TypeError('This script is not ours.');
      return address;
    },
  };
  // not in the compiler's library yet; what it makes passes for a string wherever an address is taken
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy(policyName, rules) ?? rules;
}

/** Who colours code; one for the window, started by the first code in it. */
const HighlighterContext = createContext(createHighlighter(createWorkerStart()));

/** The colours of code, once it is all there and they are known. */
export function useHighlight(pieces: readonly string[], language: string, isOpen: boolean): HighlightRuns | undefined {
  const highlighter = useContext(HighlighterContext);
  const [found, setFound] = useState<{ readonly pieces: readonly string[]; readonly runs: HighlightRuns | undefined }>();
  const code = isOpen || !canHighlight(language, pieces) ? undefined : pieces.join('');
  useEffect(() => {
    if (code === undefined) return undefined;
    let isCurrent = true;
    void highlighter.highlight(language, pieces).then((runs) => {
      if (isCurrent) setFound({ pieces, runs });
      return undefined;
    });
    return () => {
      isCurrent = false;
    };
    // `code` stands for `pieces`, which may be another array with the same text
    // oxlint-disable-next-line react/exhaustive-deps
  }, [highlighter, language, code]);
  if (code === undefined) return undefined;
  return found !== undefined && found.pieces.join('') === code ? found.runs : highlighter.cached(language, pieces);
}
