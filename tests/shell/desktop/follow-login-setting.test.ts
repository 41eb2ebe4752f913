import { expect, test } from 'vitest';
import { defaultSettings, type Settings } from '../../../electron/contract/settings.ts';
import { followLoginSetting } from '../../../electron/shell/desktop/follow-login-setting.ts';
import { eventually } from '../../support/eventually.ts';

const settings = (startsAtLogin: boolean, theme: Settings['theme'] = 'system'): Settings => ({
  ...defaultSettings,
  theme,
  desktop: { ...defaultSettings.desktop, startsAtLogin },
});

test('it is off until the user wants it, and other changes leave it alone', async () => {
  const applied: boolean[] = [];
  const follow = followLoginSetting({
    first: defaultSettings,
    apply: async (isWanted) => void applied.push(isWanted),
    onFailure: (error) => expect.unreachable(String(error)),
  });
  follow(settings(false, 'dark'));
  follow(settings(true, 'dark'));
  follow(settings(true, 'light'));
  await eventually(() => expect(applied).toEqual([false, true]));
});

// catches an entry that is left behind because taking it away overtook putting it there
test('quick changes are carried out in their order, whatever becomes of the one before', async () => {
  const steps: string[] = [];
  const slow = Promise.withResolvers<void>();
  const follow = followLoginSetting({
    first: settings(true),
    apply: async (isWanted) => {
      steps.push(`${isWanted} begins`);
      if (isWanted) await slow.promise;
      steps.push(`${isWanted} ends`);
    },
    onFailure: (error) => void steps.push(String(error)),
  });
  follow(settings(false));
  slow.reject(new Error('the disk is full'));
  await eventually(() => expect(steps).toEqual(['true begins', 'Error: the disk is full', 'false begins', 'false ends']));
});
