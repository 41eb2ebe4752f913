import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { splitFences } from '../../../electron/markdown/fence.ts';
import { trimIncompleteMarker } from '../../../electron/markdown/stable-blocks.ts';
import { Markdown } from '../../../renderer/markdown/markdown.tsx';
import { markdownText } from '../../../renderer/markdown/text.ts';
import { UiProvider } from '../../../renderer/ui/ui-provider.tsx';
import { draw } from './draw.ts';

function drawLive(text: string): string {
  return renderToStaticMarkup(createElement(UiProvider, null, createElement(Markdown, { text, isLive: true })));
}

test.each(['#', '##', '## ', '-', '1.', '>', '> -', '```', '~~~', '|', '---', '**', '  *'])(
  'renders nothing for an incomplete %j and leaves the text above unchanged (catches an empty heading, and a line that is one for a moment)',
  (mark) => {
    expect(drawLive(mark)).not.toMatch(/<(?:h\d|li|hr|blockquote|pre)\b/);
    expect(drawLive(`Above\n${mark}`)).toContain('<p>Above</p>');
  },
);

test.each(['## T', '- a', '1. a', '-5', '#tag', '1.5', 'a\n\n--x', '`code', 'so:'])('renders all of %j', (text) => {
  expect(trimIncompleteMarker(text)).toBe(text);
});

test('treats code in a list as incomplete until its fence is closed (catches code that is highlighted again at every update)', () => {
  const draw = `>${markdownText.diagram.draw}<`;
  expect(drawLive('- a\n\n  ```mermaid\n  graph TD\n  a --')).not.toContain(draw);
  expect(drawLive('- a\n\n  ~~~mermaid\n  graph TD\n  ```\n')).not.toContain(draw);
  expect(drawLive('- a\n\n  ```mermaid\n  graph TD\n  ```\n- b')).toContain(draw);
});

test('shows a lone marker at the end of an answer, but not as a heading', async () => {
  const markup = await draw('Above\n\n##');
  expect(markup).not.toMatch(/<h\d/);
  expect(markup).toContain('##');
});

test('renders only closed fences of the user’s text as code, and the rest as typed', () => {
  const text = 'Why is *this* wrong?\n\n```py\n  x = [1]\n```\n\n# not a heading\n```\nnever closed';
  expect(splitFences(text)).toEqual([
    { kind: 'text', text: 'Why is *this* wrong?' },
    { kind: 'code', info: 'py', pieces: ['  x = [1]\n'] },
    { kind: 'text', text: '# not a heading\n```\nnever closed' },
  ]);
  expect(splitFences('')).toEqual([]);
  expect(splitFences('    indented\r\n\tstays')).toEqual([{ kind: 'text', text: '    indented\n\tstays' }]);
});
