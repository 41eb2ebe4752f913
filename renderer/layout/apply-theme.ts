import type { Settings } from '../../electron/contract/settings.ts';
import type { Store } from '../state/store.ts';

/** Keeps the chosen theme on the root element from now on; "system" leaves the choice to the style sheet. */
export function applyTheme(settings: Store<Settings>, root: HTMLElement): () => void {
  const apply = () => {
    const { theme } = settings.read();
    if (theme === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = theme;
  };
  apply();
  return settings.subscribe(apply);
}
