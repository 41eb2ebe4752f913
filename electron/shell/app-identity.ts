import type { PageOrigin } from '../host/content-security-policy.ts';

/** Who the program is to the desktop, as the packager says it too. */
export const appId = 'org.causeway.desktop';

/** The protocol of our own pages. */
export const scheme = 'app';
/** The one origin that our pages have; everything else is a stranger. */
export const origin = `${scheme}://causeway`;
/** The page of the window. */
export const startPage = `${origin}/index.html`;
/** The page of a window that keeps crashing. */
export const crashPage = `${origin}/crash`;
/** The page in which diagrams are drawn, inside a frame without rights. */
export const diagramPage = `${origin}/mermaid.html`;
/** What the policies are written for. */
export const pageOrigin: PageOrigin = { origin, diagramPage };
