import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Kbd } from './kbd.tsx';
import type { MenuEntry } from './menu-entry.ts';
import './menu.css';

/** The lines of a menu; used by the menu of a button and by the context menu alike. */
export function MenuEntries({ entries }: { readonly entries: readonly MenuEntry[] }) {
  return entries.map((entry) => <Entry key={entry.kind === 'separator' ? entry.id : entry.label} entry={entry} />);
}

function Entry({ entry }: { readonly entry: MenuEntry }) {
  switch (entry.kind) {
    case 'action':
      return (
        <Base.Item
          className="ui-menu-item"
          data-tone={entry.isDangerous === true ? 'danger' : undefined}
          disabled={entry.isDisabled}
          label={entry.label}
          onClick={entry.onSelect}
        >
          <Mark>{entry.icon}</Mark>
          <span className="ui-menu-label">{entry.label}</span>
          {entry.keys !== undefined && <Kbd keys={entry.keys} />}
        </Base.Item>
      );
    case 'toggle':
      return (
        <Base.CheckboxItem className="ui-menu-item" checked={entry.isOn} onCheckedChange={entry.onChange}>
          <Mark>
            <Base.CheckboxItemIndicator>
              <Check aria-hidden />
            </Base.CheckboxItemIndicator>
          </Mark>
          <span className="ui-menu-label">{entry.label}</span>
        </Base.CheckboxItem>
      );
    case 'choice':
      return (
        <Base.RadioGroup value={entry.value} onValueChange={entry.onChange}>
          <Base.GroupLabel className="ui-menu-heading">{entry.label}</Base.GroupLabel>
          {entry.options.map((option) => (
            <Base.RadioItem key={option.value} value={option.value} className="ui-menu-item" closeOnClick>
              <Mark>
                <Base.RadioItemIndicator>
                  <Check aria-hidden />
                </Base.RadioItemIndicator>
              </Mark>
              <span className="ui-menu-label">{option.label}</span>
            </Base.RadioItem>
          ))}
        </Base.RadioGroup>
      );
    case 'separator':
      return <Base.Separator className="ui-menu-separator" />;
  }
}

function Mark({ children }: { readonly children?: ReactNode }) {
  return <span className="ui-menu-mark">{children}</span>;
}
