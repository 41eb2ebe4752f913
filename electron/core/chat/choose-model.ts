import type { Model } from '../../contract/catalog.ts';
import { failed, ok, type Failure, type Result } from '../../contract/failure.ts';
import type { Mode } from '../../contract/profile.ts';

type Endpoint = 'chat' | 'completion';

const ways = { proxy: 'the proxy', direct: 'the direct way' } as const;

/** The model by that name, where it can be asked by this way; otherwise why not, and whether the other way would do. */
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
    return failed('unknown-model', `${id} is no longer offered by ${ways[mode]}.`, remedyFor(model, mode, endpoint));
  }
  return ok(model);
}

/** The service's own word that it has no such model, with the other way named where that would do. */
export function suggestOtherMode(failure: Failure, model: Model, mode: Mode, endpoint: Endpoint): Failure {
  if (failure.code !== 'unknown-model' || !isOnOtherMode(model, mode, endpoint)) return failure;
  return { ...failure, remedy: remedyFor(model, mode, endpoint) };
}

function remedyFor(model: Model, mode: Mode, endpoint: Endpoint): string {
  if (!isOnOtherMode(model, mode, endpoint)) return 'Choose another model.';
  return `Switch to ${ways[otherOf(mode)]}, which still has it, or choose another model.`;
}

function isOnOtherMode({ presence, segment }: Model, mode: Mode, endpoint: Endpoint): boolean {
  const other = otherOf(mode);
  return presence[other] === 'listed' && (other === 'direct' ? segment !== null : endpoint === 'chat');
}

function otherOf(mode: Mode): Mode {
  return mode === 'proxy' ? 'direct' : 'proxy';
}
