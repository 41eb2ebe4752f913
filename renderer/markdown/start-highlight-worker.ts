// oxlint-disable-next-line import/default -- the bundler makes it
import workerAddress from './highlight-worker.ts?worker&url';
import type { HighlightAnswer, HighlightWorker } from './highlighter.ts';

interface ScriptAddressPolicy {
  readonly createScriptURL: (address: string) => string;
}

interface TrustedTypes {
  readonly createPolicy: (name: string, rules: ScriptAddressPolicy) => ScriptAddressPolicy;
}

/** The one policy that the page's content-security policy lets be made, and only once. */
const policyName = 'highlight-worker';

/** Makes the start of the worker that colours code. */
export function createWorkerStart(): () => HighlightWorker {
  let policy: ScriptAddressPolicy | undefined;
  return () => {
    const address = new URL(workerAddress, import.meta.url).href;
    policy ??= addressPolicy(address);
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
function addressPolicy(allowed: string): ScriptAddressPolicy {
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
