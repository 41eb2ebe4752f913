import { failed, type Result } from '../../contract/failure.ts';
import type { ActiveService } from './active-service.ts';
import type { RequestContext } from './request-context.ts';

/** The service in use; on the Demo's port only the Demo, and elsewhere never, so that no script gets invented data. */
export async function requireActiveService({
  ground,
  place,
  limits,
}: Pick<RequestContext, 'ground' | 'place' | 'limits'>): Promise<Result<ActiveService>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Result<ActiveService>>((resolve) => {
    timer = setTimeout(() => resolve(failed('connect-timeout', 'Causeway is still starting.', 'Try again in a moment.')), limits.groundMs);
  });
  const reached = await Promise.race([ground(), late]).finally(() => clearTimeout(timer));
  if (!reached.ok || reached.value.profile.isDemo === place().isDemo) return reached;
  return failed('cancelled', 'Another profile was chosen, and its agent has another port.', 'Ask at the port that Causeway shows now.');
}
