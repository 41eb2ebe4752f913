import { renderToString } from 'katex';
import { canRenderTex, katexOptions, toMathAlphabet } from '../../../presentation/tex.ts';
import { escapeHtml } from '../../../contract/strings.ts';

/**
 * Renders a formula as MathML, with its TeX as an annotation for copying. A formula that can't be parsed stays as it is. Links, images
 * and styles are not trusted, and endless expansion is cut off.
 */
export function renderFormula(source: string, tex: string, isDisplay: boolean): string {
  if (!canRenderTex(tex)) return `<code>${escapeHtml(source)}</code>`;
  try {
    return renderToString(tex, { ...katexOptions, displayMode: isDisplay })
      .replaceAll(/<(mi|mn) mathvariant="([a-z-]+)">([^<&]*)<\/\1>/g, (whole, tag: string, variant: string, text: string) => {
        const letters = toMathAlphabet(text, variant);
        return letters === undefined ? whole : `<${tag}>${letters}</${tag}>`;
      })
      .replace(' xmlns="http://www.w3.org/1998/Math/MathML"', ''); // HTML does not need it, and the page has no addresses
  } catch {
    // a ParseError, or any other error of KaTeX
    return `<code>${escapeHtml(source)}</code>`;
  }
}
