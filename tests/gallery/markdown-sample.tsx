import { useState } from 'react';
import { LiteralText } from '../../renderer/markdown/literal-text.tsx';
import { Markdown } from '../../renderer/markdown/markdown.tsx';
import { Switch } from '../../renderer/ui/toggle.tsx';

/** Every Markdown construct an answer may contain. */
export function ReadingSample() {
  const [isLiteral, setLiteral] = useState(false);
  return (
    <section>
      <h2>Reading</h2>
      <Switch label="Literal text" isOn={isLiteral} onChange={setLiteral} />
      {isLiteral ? <LiteralText text={readingText} /> : <Markdown text={readingText} />}
    </section>
  );
}

/** Every construct that is drawn, once. */
const readingText = String.raw`
# A first heading

A paragraph with **bold**, *italic*, ***both***, ~~struck~~ and ${'`inline code`'}, and a
[link](https://example.org/a/long/path?with=query), an autolink https://example.org/auto, mail to
[someone](mailto:someone@example.org), a [dead link](http://example.org) and a [disguised one, bank.example](https://evil.example/).
Hard break here:  
next line. Entities: &lt;tag&gt; &amp; &copy;. A note[^1] and another[^long]. Raw <b>markup</b> is text.

## A second heading

1. First
2. Second, with a nested list:
   - one
   - two
     - three
3. Third

   with a paragraph of its own.

- [x] done
- [ ] to do with ${'`code`'}

### A third heading

> A quotation
> of two lines, with **emphasis**.
>
> > and one inside it.

${'```'}ts
// A comment
export async function* lines(source: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of source) {
    const parts = (rest + chunk).split(/\r?\n/);
    rest = parts.pop() ?? '';
    yield* parts; // 42 and a line which is so long that it has to be scrolled to be read to its end, as lines of code are
  }
  if (rest !== '') yield rest;
}
${'```'}

${'```'}python
import numpy as np

def f(x: float) -> float:
    """Text."""
    return np.sin(x) ** 2 + 1.5e-3
${'```'}

${'```'}
plain text in a fence
${'```'}

${'```'}mermaid
flowchart LR
  window[Window] --> core[Core] --> upstream{Upstream}
  upstream -->|proxy| service[(Service)]
  upstream -->|tunnel| service
${'```'}

Inline formulas $E = mc^2$ and \(\int_0^\infty e^{-x^2}\,dx = \frac{\sqrt{\pi}}{2}\), money like $5 and $10, and a display:

$$
\begin{aligned}
\nabla \cdot \mathbf{E} &= \frac{\rho}{\varepsilon_0} \\
\begin{pmatrix} a & b \\ c & d \end{pmatrix}^{-1} &= \frac{1}{ad - bc} \begin{pmatrix} d & -b \\ -c & a \end{pmatrix}
\end{aligned}
$$

A formula that can't be read: $\frac{1}{$.

| Station | What it does | Count |
|:--------|:------------:|------:|
| window  | shows *what* comes | 1,204 |
| core    | asks <br> and keeps | 17 |
| service | a long cell with many words that goes on until the table is wider than the page would like it to be, so that it scrolls | 3 |

![A dot](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC) and ![a picture elsewhere](https://example.org/picture.png)

Hidden characters: user${'\u202e'}nimda${'\u202c'} are shown.

---

#### A fourth heading

The end.

[^1]: The first note, with a [link](https://example.org).
[^long]: A longer note
    that goes on in a second line.
`;
