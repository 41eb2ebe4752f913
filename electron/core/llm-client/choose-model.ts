import type { Model } from '../../contract/catalog.ts';
import { ok, type Failure, type Result } from '../../contract/failure.ts';
import { fail, failure } from '../../contract/failures/fail.ts';
import type { Mode } from '../../contract/profile.ts';

type Endpoint = 'chat' | 'completion';

/** Returns the model if it can be used in this mode. Otherwise the failure says whether the other mode would do. */
export function chooseModel(models: readonly Model[], id: string, mode: Mode, endpoint: Endpoint): Result<Model> {
  const model = models.find((each) => each.id === id);
  if (!model) return fail('model-unknown', { model: id });
  if (!model.capabilities[endpoint]) return fail(`model-without-${endpoint}`, { model: id });
  if (mode === 'direct' && model.segment === null) return fail('engine-path-missing', { model: id });
  if (model.presence[mode] !== 'gone') return ok(model);
  return fail(isOnOtherMode(model, mode, endpoint) ? 'model-gone-in-mode' : 'model-gone', { model: id, mode });
}

/** Adds the other mode as a remedy to the service's `unknown-model`, if that mode has the model. */
export function suggestOtherMode(cause: Failure, model: Model, mode: Mode, endpoint: Endpoint): Failure {
  if (cause.code !== 'unknown-model' || !isOnOtherMode(model, mode, endpoint)) return cause;
  return failure('model-in-other-mode', { cause, mode });
}

function isOnOtherMode({ presence, segment }: Model, mode: Mode, endpoint: Endpoint): boolean {
  const other = mode === 'proxy' ? 'direct' : 'proxy';
  return presence[other] === 'listed' && (other === 'direct' ? segment !== null : endpoint === 'chat');
}
