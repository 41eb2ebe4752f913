import type { Session } from '../state/session.ts';
import { createStore, type Store } from '../state/store.ts';
import source from './guide.md?raw';
import { helpText } from './text.ts';

/** The state of the help panel. */
interface HelpView {
  readonly isOpen: boolean;
  /** The shown part, or null for the list of all parts. */
  readonly partId: string | null;
  /** Counts the user's requests to open, so that each moves the focus to the panel. */
  readonly openCount: number;
}

/** Opens and closes the help panel. */
export interface Help extends Store<HelpView> {
  /** The guide, and the release notes if this version has any. */
  readonly parts: readonly GuidePart[];
  /** Opens a part, or the list of all parts. */
  readonly open: (partId: string | null) => void;
  readonly close: () => void;
}

/**
 * Creates the help. After an update it is open at the release notes, once. It doesn't take the focus then, because the user may be typing
 * already.
 */
export function createHelp({ info, settings }: Pick<Session, 'info' | 'settings'>, notes = __RELEASE_NOTES__): Help {
  const { lastVersion } = settings.read();
  const isNew = lastVersion !== info.version;
  const isUpdated = isNew && lastVersion !== undefined && notes !== '';
  if (isNew) void settings.change({ lastVersion: info.version });
  const parts = notes === '' ? guide : [...guide, { id: notesId, title: helpText.whatsNew(info.version), text: notes }];
  const store = createStore<HelpView>({ isOpen: isUpdated, partId: isUpdated ? notesId : null, openCount: 0 });
  return {
    ...store,
    parts,
    open: (partId) => {
      const isKnown = parts.some(({ id }) => id === partId);
      store.write({ isOpen: true, partId: isKnown ? partId : null, openCount: store.read().openCount + 1 });
    },
    close: () => store.write({ ...store.read(), isOpen: false }),
  };
}

const notesId = 'whats-new';

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
