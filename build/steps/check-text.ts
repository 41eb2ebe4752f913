import { readFileSync, globSync } from 'node:fs';
import { parseSync, Visitor, type ESTree } from 'vite';
import { replacedWords } from './glossary.ts';

/**
 * Keeps user-visible text where it can be read and corrected, and in the words of the glossary. Texts live in `text.ts` beside their
 * feature and in the catalogue of failures; a component of the window holds none.
 */
const textFiles = [
  '{electron,renderer}/**/text.ts',
  'electron/contract/failures/*.ts',
  'electron/contract/*-text.ts',
  'electron/core/local-api/api-errors.ts',
];
const readAttributes = new Set(['aria-label', 'alt', 'description', 'hint', 'label', 'placeholder', 'title']);
/** Codes and keys, which no user reads. */
const identifier = /^[a-z\d_.:/-]*$/;

interface Text {
  readonly file: string;
  readonly line: number;
  readonly value: string;
}

type Add = (value: string, start: number) => void;

const problems: string[] = [];
for (const file of globSync(textFiles)) {
  for (const text of literals(file)) checkWords(text);
}
for (const file of globSync('renderer/**/*.tsx')) {
  for (const text of markupText(file)) problems.push(`${where(text)}: move “${text.value}” to the text.ts beside it`);
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}

function checkWords(text: Text): void {
  for (const { pattern, use } of replacedWords) {
    const found = pattern.exec(text.value);
    if (found) problems.push(`${where(text)}: “${found[0]}” in “${text.value}” is called ${use}`);
  }
}

function where({ file, line }: Text): string {
  return `${file}:${line}`;
}

/** Returns every string of a file but its imports, codes and keys. Names of parameters in a sentence, as in `{host}`, are left out. */
function literals(file: string): readonly Text[] {
  return collect(file, (add) => ({
    Literal: ({ value, start }) => typeof value === 'string' && !identifier.test(value) && add(value.replaceAll(/\{\w+\}/g, '…'), start),
    TemplateElement: ({ value, start }) => add(value.raw, start),
  }));
}

/** Returns the text in a component's markup: between its tags, and in attributes that are read. */
function markupText(file: string): readonly Text[] {
  return collect(file, (add) => ({
    JSXElement: ({ openingElement: { name }, children }) => {
      if (name.type === 'JSXIdentifier' && name.name === 'code') return; // a command, not a sentence
      for (const child of children) addText(child, add);
    },
    JSXFragment: ({ children }) => {
      for (const child of children) addText(child, add);
    },
    JSXAttribute: ({ name, value }) => {
      if (value && name.type === 'JSXIdentifier' && readAttributes.has(name.name)) addText(value, add);
    },
  }));
}

/** Adds the text that a node shows: its own, or that of either branch of an expression. */
function addText(node: ESTree.Node, add: Add): void {
  if (node.type === 'JSXText') addWords(node.value.trim(), node.start, add);
  else if (node.type === 'Literal' && typeof node.value === 'string') addWords(node.value, node.start, add);
  else if (node.type === 'TemplateLiteral') for (const { value, start } of node.quasis) addWords(value.raw, start, add);
  else for (const part of shownParts(node)) addText(part, add);
}

function shownParts(node: ESTree.Node): readonly ESTree.Node[] {
  if (node.type === 'JSXExpressionContainer') return [node.expression];
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate];
  if (node.type === 'LogicalExpression' || (node.type === 'BinaryExpression' && node.operator === '+')) return [node.left, node.right];
  return [];
}

function addWords(value: string, start: number, add: Add): void {
  if (/\p{L}/u.test(value)) add(value, start);
}

function collect(file: string, visitor: (add: Add) => ConstructorParameters<typeof Visitor>[0]): readonly Text[] {
  const source = readFileSync(file, 'utf8');
  const { program } = parseSync(file, source);
  const imports = program.body.filter(({ type }) => type === 'ImportDeclaration' || type === 'ExportAllDeclaration');
  const found: Text[] = [];
  const add: Add = (value, start) => {
    if (imports.some((each) => start >= each.start && start < each.end)) return;
    found.push({ file, line: source.slice(0, start).split('\n').length, value });
  };
  new Visitor(visitor(add)).visit(program);
  return found;
}
