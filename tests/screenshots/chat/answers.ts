import { expect, type Locator, type Page } from 'playwright/test';
import { createPublicWeb } from '../../../electron/core/public-web/public-web.ts';
import { pngImage, startImageServer } from '../../support/image-server.ts';
import { ask, composer, conversation } from '../../support/window-chat.ts';
import type { Scene } from '../scene.ts';
import { chatText } from '../../../renderer/chat/text.ts';
import { markdownText } from '../../../renderer/markdown/text.ts';

const name = 'pictures.example';

const text = `## A heading of the second level

A claim[^1] and another[^2], a formula \\(x^2 + y^2 = r^2\\), $E = mc^2$, some \`code\`, **weight**, *stress*, ~~not this~~ and a [link](https://docs.example.org/guide/to/everything?page=2).

\\[ \\int_0^1 x\\,dx = \\tfrac12 \\qquad \\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix} \\]

> A quotation, with a list in it:
> 1. first
> 2. second

- [x] done
- [ ] to be done
  - below it

| station | count | what it does, at some length, so that the table is wider than its room | and one more column with words | the last of the columns |
| :--- | ---: | --- | --- | --- |
| window | 1,204 | shows what came and takes what is written; nothing else | none | none |
| "core" | 7 | decides | some | many |

### A smaller heading

\`\`\`python
def fibonacci(n: int) -> list[int]:
    """The first n numbers of the sequence."""
    numbers = [0, 1]  # to begin with
    while len(numbers) < n:
        numbers.append(numbers[-1] + numbers[-2])
    return numbers[:n]
\`\`\`

---

[^1]: Where it comes from, with a [link](https://example.org/).
[^2]: Another place.`;

const diagrams = '```mermaid\nflowchart LR\n  you --> window --> core --> engine\n```\n\n```mermaid\nflowchart LR\n  a -->\n```';

/** Scrolls by the wheel, as a user does, because a resize undoes scrolling by script. */
async function readAt(page: Page, place: Locator): Promise<void> {
  await conversation(page).hover();
  await expect
    .poll(async () => {
      const { below, isEnd } = await place.evaluate((element) => {
        const view = element.closest('[role="log"]');
        if (view === null) throw new Error('This place is in no conversation.');
        return {
          below: element.getBoundingClientRect().top - view.getBoundingClientRect().top - 16,
          isEnd: view.scrollHeight - view.scrollTop - view.clientHeight <= 1,
        };
      });
      const isThere = Math.abs(below) < 2 || (isEnd && below > 0);
      if (!isThere) await page.mouse.wheel(0, below);
      return isThere;
    })
    .toBe(true);
}

/** Rendered answers: text, tables, code, formulas, diagrams, images, links. */
export const answers: Scene = async ({ open, page, shoot, key, connect }) => {
  const host = await startImageServer(name, { '/chart.png?about=you': { type: 'image/png', body: pngImage(240, 120) } });
  const web = createPublicWeb({ listedHosts: () => [name], resolve: async () => ['127.0.0.1'], authorities: [host.authority] });
  try {
    await open({ core: { change: () => ({ fetchImage: web.image }) } });
    await connect();
    const answer = await ask(page(), `Say: ${text}`);
    await readAt(page(), answer.getByRole('heading').first());
    await shoot('reading-top', 'in both sizes');
    await readAt(page(), answer.getByRole('table'));
    await shoot('reading-table');
    await readAt(page(), answer.getByRole('region', { name: markdownText.footnotes }));
    await shoot('reading-end', 'in both sizes');
    await answer.getByRole('link', { name: markdownText.footnote('2'), exact: true }).press('Enter');
    await shoot('reading-footnote');
    await answer.getByRole('link', { name: /^link/ }).first().focus();
    await shoot('reading-link');
    await answer.hover();
    await answer.getByRole('button', { name: chatText.message.more }).press('Enter');
    await page().getByRole('menuitemcheckbox', { name: chatText.answer.showPlain }).click();
    await key('Escape');
    await shoot('reading-literal', 'in both sizes');

    await composer(page()).focus();
    const drawn = await ask(page(), `Say: ${diagrams}`);
    await shoot('diagram-offered');
    await drawn.getByRole('button', { name: markdownText.diagram.draw }).first().press('Enter');
    await drawn.locator('iframe').contentFrame().locator('#diagram > svg').waitFor();
    await drawn.getByRole('button', { name: markdownText.diagram.draw }).press('Enter');
    await drawn.getByRole('alert').waitFor();
    await shoot('diagram-drawn', 'in both sizes', () => drawn.locator('iframe').contentFrame().locator('#diagram > svg').waitFor());

    await composer(page()).focus();
    const images = ['/chart.png', '/gone.png'].map((path) => `![${path}](https://${name}:${host.port}${path}?about=you)`);
    const seen = await ask(
      page(),
      `Say: Look:\n\n${images.join('\n\n')}\n\n![inline](data:image/png;base64,${pngImage(60, 30).toString('base64')})`,
    );
    await shoot('images-offered', 'in both sizes');
    const load = seen.getByRole('button', { name: markdownText.image.load });
    await load.first().press('Enter');
    await seen.getByRole('alert').waitFor();
    await shoot('image-declined');
    await load.last().press('Enter');
    await seen.getByText('404').waitFor();
    await load.first().press('Enter');
    await shoot('images-loaded');
  } finally {
    await web.dispose();
    await host.close();
  }
};
