import { createElement } from 'react';
import { prerender } from 'react-dom/static';
import { Markdown } from '../../../renderer/markdown/markdown.tsx';
import { UiProvider } from '../../../renderer/ui/ui-provider.tsx';

/** An element of a rendered message. */
export interface Drawn {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Renders a message to markup, including formulas. */
export async function draw(text: string): Promise<string> {
  const { prelude } = await prerender(createElement(UiProvider, null, createElement(Markdown, { text })), {
    // otherwise long messages arrive in parts that a script joins
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
  });
  return new Response(prelude).text();
}

/** Parses the elements in React's output. It quotes every attribute and escapes every text, so only tags contain brackets. */
export function elementsOf(markup: string): readonly Drawn[] {
  const withoutComments = markup.replaceAll(/<!--[^>]*-->/g, '');
  const rest = withoutComments.replaceAll(/<[^>]*>/g, '');
  if (/[<>]/.test(rest)) throw new Error(`a bracket is left over in ${rest.slice(0, 200)}`);
  return [...withoutComments.matchAll(/<([a-zA-Z\d]+)((?:\s[^>]*?)?)\/?>/g)].map(([, tag = '', rest = '']) => ({
    tag,
    attributes: Object.fromEntries([...rest.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, value])),
  }));
}

/** Returns the text without the markup. */
export function visibleText(markup: string): string {
  return markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}
