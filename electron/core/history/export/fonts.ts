import { readFileSync } from 'node:fs';

/** A typeface of the window, for pages that are read elsewhere. */
interface Face {
  readonly family: string;
  readonly style: 'normal' | 'italic';
  readonly weight: string;
  /** The URL of its file. The bundler replaces this expression by the file's place in the bundle. */
  readonly file: () => string;
  /** Returns whether a piece of a page uses it. */
  readonly isUsed: (html: string) => boolean;
}

/** The faces besides that of plain text are embedded only where they are used: the one for formulas is large. */
const faces: readonly Face[] = [
  {
    family: 'Inter Variable',
    style: 'normal',
    weight: '100 900',
    file: () => import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
    isUsed: () => true,
  },
  {
    family: 'Inter Variable',
    style: 'italic',
    weight: '100 900',
    file: () => import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-italic.woff2'),
    isUsed: (html) => html.includes('<em>'),
  },
  {
    family: 'JetBrains Mono Variable',
    style: 'normal',
    weight: '100 800',
    file: () => import.meta.resolve('@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2'),
    isUsed: (html) => /<(?:pre|code)\b/.test(html),
  },
  {
    family: 'STIX Two Math',
    style: 'normal',
    weight: '400',
    file: () => import.meta.resolve('@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2'),
    isUsed: (html) => html.includes('<math'),
  },
];

/** Collects the faces that a page uses, and embeds them. */
export function createFontCollector(): { readonly see: (html: string) => string; readonly style: () => string } {
  const used = new Set<Face>();
  return {
    /** Notes the faces of a piece of the page. Returns the piece. */
    see: (html) => {
      for (const face of faces) if (!used.has(face) && face.isUsed(html)) used.add(face);
      return html;
    },
    style: () =>
      `<style>${faces
        .filter((face) => used.has(face))
        .map(fontFace)
        .join('\n')}</style>\n`,
  };
}

function fontFace({ family, style, weight, file }: Face): string {
  const data = readFileSync(new URL(file())).toString('base64');
  return `@font-face { font-family: '${family}'; font-style: ${style}; font-weight: ${weight}; src: url(data:font/woff2;base64,${data}) format('woff2'); }`;
}
