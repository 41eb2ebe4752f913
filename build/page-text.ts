import type { Plugin } from 'vite';
import { escapeHtml } from '../electron/contract/strings.ts';
import { startMarkupText, startText } from '../renderer/start/text.ts';

const texts: unknown = { start: { ...startText, ...startMarkupText } };

/** Writes the words of the text files into the pages, which show them before any script runs. */
export function pageText(): Plugin {
  return { name: 'page-text', transformIndexHtml: { order: 'pre', handler: fillText } };
}

/** Replaces each `{{path}}` of a page by its text. Throws if there is none. */
export function fillText(html: string): string {
  return html.replaceAll(/\{\{([\w.]+)\}\}/g, (_, path: string) => escapeHtml(findText(path)));
}

function findText(path: string): string {
  const found = path.split('.').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), texts);
  if (typeof found !== 'string') throw new Error(`There is no text ${path} for a page.`);
  return found;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
