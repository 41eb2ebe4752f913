import { useEffect, useState } from 'react';
import { headingIds, type SectionName } from './settings-section.tsx';
import { settingsText } from './text.ts';

/** Links to the sections of the screen. Marks the one that is being read. */
export function SectionLinks({ sections }: { readonly sections: readonly SectionName[] }) {
  const [current, setCurrent] = useState(sections[0]);
  useEffect(() => {
    const shown = new Set<string>();
    // The section in the upper part of the screen is the one being read.
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          const id = target.getAttribute('aria-labelledby') ?? '';
          if (isIntersecting) shown.add(id);
          else shown.delete(id);
        }
        const first = sections.find((name) => shown.has(headingIds[name]));
        if (first !== undefined) setCurrent(first);
      },
      { rootMargin: '0px 0px -66%' },
    );
    for (const name of sections) {
      const section = document.getElementById(headingIds[name])?.parentElement;
      if (section) observer.observe(section);
    }
    return () => {
      observer.disconnect();
    };
  }, [sections]);
  return (
    <nav className="settings-links" aria-label={settingsText.sections}>
      {sections.map((name) => (
        <a
          key={name}
          href={`#${headingIds[name]}`}
          aria-current={name === current ? 'true' : undefined}
          onClick={(event) => {
            // Keeps the window's URL unchanged. After a reload, the start page would take the name for the secret of a link.
            event.preventDefault();
            const heading = document.getElementById(headingIds[name]);
            heading?.scrollIntoView();
            heading?.focus({ preventScroll: true });
            setCurrent(name);
          }}
        >
          {settingsText[name].title}
        </a>
      ))}
    </nav>
  );
}
