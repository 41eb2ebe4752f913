import type { PublicWeb, PublicWebOptions } from './guarded-web.ts';

export { parseAllowedHost } from './address-rules.ts';
export type { PublicWeb, PublicWebOptions };

/** Creates the client at the first request, so that an idle program does not load undici's `fetch`. */
export function createPublicWeb(options: PublicWebOptions): PublicWeb {
  let opened: Promise<PublicWeb> | undefined;
  const web = (): Promise<PublicWeb> => (opened ??= import('./guarded-web.ts').then(({ openGuardedWeb }) => openGuardedWeb(options)));
  return {
    request: async (request) => (await web()).request(request),
    image: async (url, signal) => (await web()).image(url, signal),
    fetch: async (url, init) => (await web()).fetch(url, init),
    dispose: async () => (await opened)?.dispose(),
  };
}
