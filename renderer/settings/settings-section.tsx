import type { ReactNode, ComponentProps } from 'react';
import '../ui/messages.css';
import { SegmentedControl } from '../ui/radio-group.tsx';
import { settingsText } from './text.ts';

/** Links and commands scroll to a section by the id of its heading. */
export const headingIds = {
  appearance: 'appearance-heading',
  chat: 'chat-heading',
  timeouts: 'timeouts-heading',
  desktop: 'desktop-heading',
  browser: 'browser-heading',
  shortcuts: 'shortcuts-heading',
  dataLocations: 'places-heading',
  about: 'about-heading',
} as const;

export type SectionName = keyof typeof headingIds;

/** A section with its heading, whose children are the rows of a card. */
export function SettingsSection({
  name,
  hint,
  children,
}: {
  readonly name: SectionName;
  readonly hint?: string;
  readonly children: ReactNode;
}) {
  const id = headingIds[name];
  return (
    <section aria-labelledby={id} className="settings-section">
      <h2 id={id} tabIndex={-1}>
        {settingsText[name].title}
      </h2>
      {hint !== undefined && <p className="ui-field-description">{hint}</p>}
      <div className="ui-card plain-list">{children}</div>
    </section>
  );
}

/** A row with a label, a description and a control. */
export function SettingsRow({
  label,
  description,
  children,
}: {
  readonly label: string;
  readonly description: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className="settings-row row wrap">
      <div>
        <p className="ui-field-label">{label}</p>
        {description}
      </div>
      {children}
    </div>
  );
}

/** A choice of a few values with a description. */
export function ChoiceRow<T extends string>({
  label,
  description,
  ...choice
}: ComponentProps<typeof SegmentedControl<T>> & { readonly description: string }) {
  return (
    <SettingsRow label={label} description={<p className="ui-field-description">{description}</p>}>
      <SegmentedControl<T> label={label} {...choice} />
    </SettingsRow>
  );
}
