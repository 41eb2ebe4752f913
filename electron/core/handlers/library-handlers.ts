import { ok } from '../../contract/failure.ts';
import type { CoreRoute, Handlers } from '../../contract/routes.ts';
import type { LibraryStore } from '../library/library.ts';

type LibraryRoute = Extract<CoreRoute, `library.${string}`>;

/** Presets, prompts and favourites. */
export function libraryHandlers(library: LibraryStore): Pick<Handlers<CoreRoute, unknown>, LibraryRoute> {
  return {
    'library.read': () => ok(library.read()),
    'library.putPreset': (preset) => library.putPreset(preset),
    'library.removePreset': ({ id }) => library.removePreset(id),
    'library.putPrompt': (prompt) => library.putPrompt(prompt),
    'library.removePrompt': ({ id }) => library.removePrompt(id),
    'library.setFavourite': ({ model, isFavourite }) => library.setFavourite(model, isFavourite),
  };
}
