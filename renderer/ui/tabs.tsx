import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import './buttons.css';

/** Panels of which one is shown. Arrow keys move between the tabs. */
export function Tabs<T extends string>({
  label,
  tabs,
  value,
  onChange,
}: {
  readonly label: string;
  readonly tabs: readonly { readonly value: T; readonly label: string; readonly panel: ReactNode }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}) {
  return (
    <Base.Root
      value={value}
      onValueChange={(chosen: unknown) => {
        const tab = tabs.find((candidate) => candidate.value === chosen);
        if (tab !== undefined) onChange(tab.value);
      }}
    >
      <Base.List className="ui-tab-list wrap" aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className="ui-tab muted small medium">
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="ui-tab-panel">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
