import { createStore, type Store } from '../state/store.ts';
import source from './guide.md?raw';

/** The state of the help panel. */
interface HelpView {
  readonly isOpen: boolean;
  /** The shown part, or null for the list of all parts. */
  readonly partId: string | null;
  /** Counts requests to open, so that each moves the focus to the panel. */
  readonly openCount: number;
}

/** Opens and closes the help panel. */
export interface Help extends Store<HelpView> {
  /** Opens a part, or the list of all parts. */
  readonly open: (partId: string | null) => void;
  readonly close: () => void;
}

export function createHelp(): Help {
  const store = createStore<HelpView>({ isOpen: false, partId: null, openCount: 0 });
  return {
    ...store,
    open: (partId) => {
      const isKnown = guide.some(({ id }) => id === partId);
      store.write({ isOpen: true, partId: isKnown ? partId : null, openCount: store.read().openCount + 1 });
    },
    close: () => store.write({ ...store.read(), isOpen: false }),
  };
}

/** One part of the guide: what a screen is for and what to do there. */
interface GuidePart {
  readonly id: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

/** The parts in the order of the file. */
export const guide: readonly GuidePart[] = parseGuide(source);

/** Splits the guide at its headings. */
export function parseGuide(markdown: string): readonly GuidePart[] {
  return markdown
    .split(/^# /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n');
      return { id: title.toLowerCase().replaceAll(/[^a-z]+/g, '-'), title, text: lines.join('\n').trim() };
    });
}

/** Returns the parts that contain every word of a query, those with a match in the title first. */
export function searchGuide(parts: readonly GuidePart[], query: string): readonly GuidePart[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const contains = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const found = parts.filter(({ title, text }) => contains(`${title} ${text}`));
  return [...found.filter(({ title }) => contains(title)), ...found.filter(({ title }) => !contains(title))];
}
