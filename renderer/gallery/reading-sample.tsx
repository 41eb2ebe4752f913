import { useState } from 'react';
import { LiteralText } from '../markdown/literal-text.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { Switch } from '../ui/switch.tsx';
import { readingText } from './reading-text.ts';

/** Everything that an answer may be made of. */
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
