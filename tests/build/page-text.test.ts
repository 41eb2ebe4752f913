import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fillText } from '../../build/page-text.ts';
import { startMarkupText, startText } from '../../renderer/start/text.ts';

test('writes texts into a page, escaped', () =>
  expect(fillText('<h1>{{start.title}}</h1><p title="{{start.incompleteLink}}">{{start.noScript}}</p>')).toBe(
    `<h1>${startText.title}</h1><p title="${startText.incompleteLink}">${startMarkupText.noScript}</p>`,
  ));

test.each(['start.missing', 'start.windowFailed', 'toString'])('rejects %s, which is no text', (path) =>
  expect(() => fillText(`<p>{{${path}}}</p>`)).toThrow(path),
);

// Catches a sentence that is written into a page instead of its text file.
test('index.html holds no words of its own', () => {
  const html = readFileSync('renderer/index.html', 'utf8');
  const read = [...html.matchAll(/>([^<]*)<|\s(?:aria-label|alt|placeholder|title)="([^"]*)"/g)].map(
    ([, text, value]) => text ?? value ?? '',
  );
  expect(read.map((text) => text.replaceAll(/\{\{[\w.]+\}\}/g, '').trim()).filter((text) => /\p{L}/u.test(text))).toEqual([]);
  expect(fillText(html)).not.toContain('{{');
});
