import { reworded } from '../../contract/failures/fail.ts';
import type { Model } from '../../contract/catalog.ts';
import { ok, type Failure, type Result } from '../../contract/failure.ts';
import { failed } from '../../contract/failures/fail.ts';
import type { Mode } from '../../contract/profile.ts';

type Endpoint = 'chat' | 'completion';

const modeNames = { proxy: 'the proxy', direct: 'the direct way' } as const;

/** Returns the model if it can be used in this mode. Otherwise the failure says whether the other mode would do. */
export function chooseModel(models: readonly Model[], id: string, mode: Mode, endpoint: Endpoint): Result<Model> {
  const model = models.find((each) => each.id === id);
  if (!model) return failed('unknown-model', `This service has no model called ${id}.`, 'Choose another model.');
  if (!model.capabilities[endpoint]) {
    const what = endpoint === 'chat' ? 'chat' : 'go on with a plain text';
    return failed('unsupported', `${id} can not ${what}.`, 'Choose another model.');
  }
  if (mode === 'direct' && model.segment === null) {
    return failed(
      'unsupported',
      `${id} is known to the proxy only: its segment on the direct way is not in the catalog.`,
      'Switch to the proxy, or add its segment to the catalog.',
    );
  }
  if (model.presence[mode] === 'gone') {
    return failed('unknown-model', `${id} is no longer offered by ${modeNames[mode]}.`, remedyFor(model, mode, endpoint));
  }
  return ok(model);
}

/** Adds the other mode as a remedy to the service's `unknown-model`, if that mode has the model. */
export function suggestOtherMode(failure: Failure, model: Model, mode: Mode, endpoint: Endpoint): Failure {
  if (failure.code !== 'unknown-model' || !isOnOtherMode(model, mode, endpoint)) return failure;
  return reworded(failure, { remedy: remedyFor(model, mode, endpoint) });
}

function remedyFor(model: Model, mode: Mode, endpoint: Endpoint): string {
  if (!isOnOtherMode(model, mode, endpoint)) return 'Choose another model.';
  return `Switch to ${modeNames[otherMode(mode)]}, which still has it, or choose another model.`;
}

function isOnOtherMode({ presence, segment }: Model, mode: Mode, endpoint: Endpoint): boolean {
  const other = otherMode(mode);
  return presence[other] === 'listed' && (other === 'direct' ? segment !== null : endpoint === 'chat');
}

function otherMode(mode: Mode): Mode {
  return mode === 'proxy' ? 'direct' : 'proxy';
}
