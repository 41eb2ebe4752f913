/** The one origin that our pages have; everything else is a stranger. */
export const scheme = 'app';
export const origin = `${scheme}://causeway`;
export const startPage = `${origin}/index.html`;
export const crashPage = `${origin}/crash`;
/** The page in which diagrams are drawn, inside a frame without rights. */
export const diagramPage = `${origin}/mermaid.html`;
