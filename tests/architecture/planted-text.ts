import type { Planted } from './project-copy.ts';

/** User-visible text in the wrong place or the wrong words. */
export const plantedText: readonly Planted[] = [
  {
    what: 'a word that the glossary replaces, in a text of the window',
    file: 'renderer/planted/text.ts',
    change: "export const plantedText = { hint: 'The road to the service is down.' };\n",
    says: /renderer\/planted\/text\.ts:1: “The road”/,
  },
  {
    what: 'a word that the glossary replaces, in a failure',
    file: 'electron/contract/failures/planted.ts',
    change:
      "import { text } from './define.ts';\nexport const planted = { x: text('unexpected', (p: { readonly a: string }) => `Can not read ${p.a}.`, '') };\n",
    says: /failures\/planted\.ts:2: “Can not”/,
  },
  {
    what: 'a sentence in a component',
    file: 'renderer/planted/sentence.tsx',
    change: 'export const Planted = () => <p>Write it here.</p>;\n',
    says: /sentence\.tsx:1: move “Write it here\.”/,
  },
  {
    what: 'a label in a component',
    file: 'renderer/planted/label.tsx',
    change: 'export const Planted = () => <button aria-label="Press it" />;\n',
    says: /label\.tsx:1: move “Press it”/,
  },
  {
    what: 'a sentence in braces',
    file: 'renderer/planted/braces.tsx',
    change: "export const Planted = () => <p>{'Write it in braces.'}</p>;\n",
    says: /braces\.tsx:1: move “Write it in braces\.”/,
  },
  {
    what: 'the second of two texts to choose from',
    file: 'renderer/planted/choice.tsx',
    change: "export const Planted = ({ open }: { open: boolean }) => <p>{open ? '' : 'Open it'}</p>;\n",
    says: /choice\.tsx:1: move “Open it”/,
  },
  {
    what: 'a text under a condition',
    file: 'renderer/planted/condition.tsx',
    change: "export const Planted = ({ open }: { open: boolean }) => <>{open && 'It is open'}</>;\n",
    says: /condition\.tsx:1: move “It is open”/,
  },
  {
    what: 'a label in braces',
    file: 'renderer/planted/label-in-braces.tsx',
    change: "export const Planted = () => <button aria-label={'Press it in braces'} />;\n",
    says: /label-in-braces\.tsx:1: move “Press it in braces”/,
  },
  {
    what: 'a label with a value',
    file: 'renderer/planted/label-with-value.tsx',
    change: 'export const Planted = ({ name }: { name: string }) => <button title={`Press ${name}`} />;\n',
    says: /label-with-value\.tsx:1: move “Press ”/,
  },
  {
    what: 'a joined label',
    file: 'renderer/planted/joined-label.tsx',
    change: "export const Planted = ({ name }: { name: string }) => <input placeholder={'Type ' + name} />;\n",
    says: /joined-label\.tsx:1: move “Type ”/,
  },
];
