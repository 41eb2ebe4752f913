import type { Settings } from '../../contract/settings.ts';

export interface LoginSettingOptions {
  readonly first: Settings;
  /** Has the program started at login, or not. */
  readonly apply: (startsAtLogin: boolean) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** Brings "start at login" in line with the settings, one change after the other; hears every new state of them. */
export function followLoginSetting({ first, apply, onFailure }: LoginSettingOptions): (settings: Settings) => void {
  let wanted: boolean | undefined;
  let last: Promise<void> = Promise.resolve();
  const follow = ({ desktop: { startsAtLogin } }: Settings): void => {
    if (startsAtLogin === wanted) return;
    wanted = startsAtLogin;
    last = last.then(() => apply(startsAtLogin)).catch(onFailure);
  };
  follow(first);
  return follow;
}
