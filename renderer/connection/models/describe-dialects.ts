import type { Model } from '../../../electron/contract/catalog.ts';
import type { LocalApiStatus } from '../../../electron/contract/local-api.ts';
import type { Mode } from '../../../electron/contract/profile.ts';
import { localApiText } from '../local-api/text.ts';
import { modelsText } from '../text.ts';

/** Describes how requests in other dialects reach a model. Empty until a program has sent one. */
export function describeDialects(
  { segment }: Pick<Model, 'segment'>,
  mode: Mode,
  { dialects, settings }: Pick<LocalApiStatus, 'dialects' | 'settings'>,
): string {
  const place = mode === 'proxy' ? null : segment;
  if (mode === 'direct' && place === null) return '';
  const known = dialects.filter((each) => each.segment === place);
  const describe = known.map(({ from, isNative }) => {
    const isPassedOn = isNative && settings.passedOn.includes(from);
    return modelsText.dialects[isPassedOn ? 'passedOn' : 'translated'](localApiText.dialects.titles[from]);
  });
  return describe.join(', ');
}
