import type { Planted } from './project-copy.ts';

/** A text of a component, in a file of this name. */
const toMove = (what: string, name: string, change: string, said: string): Planted => ({
  what,
  file: `renderer/planted/${name}.tsx`,
  change,
  says: new RegExp(`${name}\\.tsx:1: move “${said.replaceAll('.', '\\.')}”`),
});

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
  toMove('a sentence in a component', 'sentence', 'export const Planted = () => <p>Write it here.</p>;\n', 'Write it here.'),
  toMove('a label in a component', 'label', 'export const Planted = () => <button aria-label="Press it" />;\n', 'Press it'),
  toMove('a sentence in braces', 'braces', "export const Planted = () => <p>{'Write it in braces.'}</p>;\n", 'Write it in braces.'),
  toMove(
    'the second of two texts to choose from',
    'choice',
    "export const Planted = ({ open }: { open: boolean }) => <p>{open ? '' : 'Open it'}</p>;\n",
    'Open it',
  ),
  toMove(
    'a text under a condition',
    'condition',
    "export const Planted = ({ open }: { open: boolean }) => <>{open && 'It is open'}</>;\n",
    'It is open',
  ),
  toMove(
    'a label in braces',
    'label-in-braces',
    "export const Planted = () => <button aria-label={'Press it in braces'} />;\n",
    'Press it in braces',
  ),
  toMove(
    'a label with a value',
    'label-with-value',
    'export const Planted = ({ name }: { name: string }) => <button title={`Press ${name}`} />;\n',
    'Press ',
  ),
  toMove(
    'a joined label',
    'joined-label',
    "export const Planted = ({ name }: { name: string }) => <input placeholder={'Type ' + name} />;\n",
    'Type ',
  ),
];
