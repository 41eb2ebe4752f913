import type { Result } from '../contract/failure.ts';
import type { Core } from '../core/create-core.ts';

/** A menu item has nobody to answer to, so what goes wrong becomes a notice. */
export async function notifyFailure(core: Pick<Core, 'notices'>, answer: Result<unknown> | Promise<Result<unknown>>): Promise<void> {
  const result = await answer;
  if (!result.ok) core.notices.add({ tone: 'error', message: result.failure.message, remedy: result.failure.remedy });
}
