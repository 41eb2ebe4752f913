import type { PageOrigin } from '../host/content-security-policy.ts';

/** Application id. The packager uses the same one. */
export const appId = 'org.causeway.desktop';

/** Protocol of the app's pages. */
export const scheme = 'app';
/** Origin of the app's pages. Every other origin is untrusted. */
export const origin = `${scheme}://causeway`;
/** URL of the window's page. */
export const startPage = `${origin}/index.html`;
/** URL of the page shown after repeated crashes. */
export const crashPage = `${origin}/crash`;
/** URL of the page that draws diagrams, in a sandboxed frame. */
export const diagramPage = `${origin}/mermaid.html`;
/** Origin for the content-security policies. */
export const pageOrigin: PageOrigin = { origin, diagramPage };
