import { describeFailure } from '../../contract/failures/render-failure.ts';
import { reworded } from '../../contract/failures/fail.ts';
import type { CheckStepName } from '../../contract/connection-check.ts';
import type { Failure } from '../../contract/failure.ts';
import { isInstanceStep, type CheckRoute } from '../../contract/failure-remedies.ts';

type FailureSite = 'instance' | 'behind-tunnel' | 'straight' | 'proxy';

const checkAgainLater = 'Check again in a minute; if it stays like this, tell the operator of the service.';

/** Remedies that don't fit the check, with replacements per site. */
const replacements: readonly (readonly [RegExp, Readonly<Partial<Record<FailureSite, string>>>])[] = [
  // the user has already run the check
  [
    /connection check/i,
    {
      instance: 'Look at the instance in the console of your cloud: it may be starting, out of memory or switched off. Then check again.',
      'behind-tunnel': checkAgainLater,
      straight: checkAgainLater,
      proxy: checkAgainLater,
    },
  ],
  // the check's answer isn't saved, and the user didn't choose its parameters
  [/settings, waiting, has how long/i, atEverySite('Check again. Settings, Waiting, has how long a silence may be.')],
  [/what came is kept|continue from there/i, atEverySite(checkAgainLater)],
  [/parameters you added/i, atEverySite('See whether the catalog describes this model as it is; if so, tell the operator of the service.')],
  [/^ask again/i, atEverySite('Check again when you like.')],
  // through the tunnel, this network doesn't matter; without it, the network may be the cause
  [
    /lets you reach the service/i,
    {
      'behind-tunnel': 'The inference server may be overloaded: check again in a minute, or allow more time in Settings, Waiting.',
      straight: 'Check that this computer is online. Engines that answer only inside the research cloud are reached through the tunnel.',
    },
  ],
];

/** Adapts a failure's remedy to the site where the check found it. The check is on the Connection screen itself. */
export function remedyForCheck(failure: Failure, route: CheckRoute, step: CheckStepName): Failure {
  const site: FailureSite = route !== 'tunnel' ? route : isInstanceStep(route, step) ? 'instance' : 'behind-tunnel';
  const replacement = replacements.find(([pattern]) => pattern.test(describeFailure(failure).remedy))?.[1][site];
  const remedy = (replacement ?? describeFailure(failure).remedy).replace(/on the Connection screen/, 'here');
  return remedy === describeFailure(failure).remedy ? failure : reworded(failure, { remedy });
}

function atEverySite(remedy: string): Readonly<Record<FailureSite, string>> {
  return { instance: remedy, 'behind-tunnel': remedy, straight: remedy, proxy: remedy };
}
