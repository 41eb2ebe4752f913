// oxlint-disable-next-line import/default -- created by the bundler
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

/** The only Trusted Types policy the content security policy allows, and only once. */
const policyName = 'highlight-worker';

/** Returns a function that starts the highlighting worker. */
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

/** Allows only the worker's own address. */
function createAddressPolicy(allowed: string): ScriptAddressPolicy {
  const rules: ScriptAddressPolicy = {
    createScriptURL: (address) => {
      if (address !== allowed) throw new TypeError('This script is not ours.');
      return address;
    },
  };
  // not in the compiler's library yet; its results are accepted as strings wherever a URL is
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy(policyName, rules) ?? rules;
}

/** The window's highlighter, started by the first code block. */
const HighlighterContext = createContext(createHighlighter(createWorkerStart()));

/** Returns the highlighting of complete code once it is known. */
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
