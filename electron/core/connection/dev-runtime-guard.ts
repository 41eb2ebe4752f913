import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';

/** Allows only the demo on a development runtime, unless the user confirms. Asks once per run. */
export function createDevRuntimeGuard(
  isOfficial: boolean,
  confirm: (() => Promise<boolean>) | undefined,
): () => Promise<Result<undefined>> {
  let confirmed: Promise<boolean> | undefined;
  return async () => {
    if (isOfficial) return ok(undefined);
    confirmed ??= confirm?.().catch(() => false) ?? Promise.resolve(false); // a dialog that can't be shown is no consent
    return (await confirmed) ? ok(undefined) : fail('development-build');
  };
}
