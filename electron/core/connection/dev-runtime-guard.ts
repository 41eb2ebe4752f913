import { ok, type Result } from '../../contract/failure.ts';
import { failed } from '../../contract/failures/fail.ts';

/** Allows only the demo on a development runtime, unless the user confirms. Asks once per run. */
export function createDevRuntimeGuard(
  isOfficial: boolean,
  confirm: (() => Promise<boolean>) | undefined,
): () => Promise<Result<undefined>> {
  let confirmed: Promise<boolean> | undefined;
  return async () => {
    if (isOfficial) return ok(undefined);
    confirmed ??= confirm?.().catch(() => false) ?? Promise.resolve(false); // a dialog that can't be shown is no consent
    return (await confirmed) ? ok(undefined) : devRuntimeRefused();
  };
}

function devRuntimeRefused(): Result<never> {
  return failed(
    'refused',
    'This Causeway runs on a stand-in for Electron, meant for development, so it connects to nothing but the demo.',
    'Use the demo, or the packaged Causeway for your own service.',
  );
}
