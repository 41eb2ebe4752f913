import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ComponentProps, ReactNode } from 'react';
import { ContextMenu as ContextBase } from '@base-ui/react/context-menu';
import { Check } from 'lucide-react';
import { popupLandmark } from './ui-provider.tsx';
import { Kbd } from './shortcut.tsx';
import './popups.css';

/** A menu that a button opens. */
export function Menu({
  trigger,
  entries,
  align = 'start',
}: {
  /** A button; it receives the menu's props. */
  readonly trigger: ReactElement;
  readonly entries: readonly MenuEntry[];
  readonly align?: 'start' | 'end' | undefined;
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <MenuPopup entries={entries} align={align} sideOffset={4} />
    </Base.Root>
  );
}

/** A menu at the pointer. Shift+F10 and the Menu key open it at the focused element. Without entries it doesn't open. */
export function ContextMenu({
  children,
  entries,
}: {
  /** The element it belongs to. */
  readonly children: ReactElement;
  readonly entries: readonly MenuEntry[];
}) {
  return (
    <ContextBase.Root disabled={entries.length === 0}>
      <ContextBase.Trigger render={children} />
      <MenuPopup entries={entries} />
    </ContextBase.Root>
  );
}

/** The pop-up of both menus. */
function MenuPopup({
  entries,
  ...position
}: { readonly entries: readonly MenuEntry[] } & Pick<ComponentProps<typeof Base.Positioner>, 'align' | 'sideOffset'>) {
  return (
    <Base.Portal {...popupLandmark}>
      <Base.Positioner className="ui-menu-positioner" collisionPadding={8} {...position}>
        <Base.Popup className="ui-menu" finalFocus={isFocusInMenu}>
          <MenuEntries entries={entries} />
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

/** Whether to return the focus. An entry may have moved it elsewhere. */
function isFocusInMenu(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.closest('.ui-menu') !== null;
}

function MenuEntries({ entries }: { readonly entries: readonly MenuEntry[] }) {
  return entries.map((entry) => <EntryView key={entry.kind === 'separator' ? entry.id : entry.label} entry={entry} />);
}

function EntryView({ entry }: { readonly entry: MenuEntry }) {
  switch (entry.kind) {
    case 'action':
      return (
        <Base.Item
          className="ui-menu-item row small"
          data-tone={entry.isDangerous === true ? 'danger' : undefined}
          disabled={entry.isDisabled}
          label={entry.label}
          onClick={entry.onSelect}
        >
          <EntryMark>{entry.icon}</EntryMark>
          <span className="ui-menu-label">{entry.label}</span>
          {entry.keys !== undefined && <Kbd keys={entry.keys} />}
        </Base.Item>
      );
    case 'toggle':
      return (
        <Base.CheckboxItem className="ui-menu-item row small" checked={entry.isOn} onCheckedChange={entry.onChange}>
          <EntryMark>
            <Base.CheckboxItemIndicator>
              <Check aria-hidden />
            </Base.CheckboxItemIndicator>
          </EntryMark>
          <span className="ui-menu-label">{entry.label}</span>
        </Base.CheckboxItem>
      );
    case 'choice':
      return (
        <Base.RadioGroup value={entry.value} onValueChange={entry.onChange}>
          <Base.GroupLabel className="ui-menu-heading muted tiny medium">{entry.label}</Base.GroupLabel>
          {entry.options.map((option) => (
            <Base.RadioItem key={option.value} value={option.value} className="ui-menu-item row small" closeOnClick>
              <EntryMark>
                <Base.RadioItemIndicator>
                  <Check aria-hidden />
                </Base.RadioItemIndicator>
              </EntryMark>
              <span className="ui-menu-label">{option.label}</span>
            </Base.RadioItem>
          ))}
        </Base.RadioGroup>
      );
    case 'separator':
      return <Base.Separator className="ui-menu-separator" />;
  }
}

function EntryMark({ children }: { readonly children?: ReactNode }) {
  return <span className="ui-menu-mark">{children}</span>;
}

/** One entry of a menu. */
export type MenuEntry =
  | {
      readonly kind: 'action';
      readonly label: string;
      readonly icon?: ReactNode;
      readonly keys?: readonly string[] | undefined;
      readonly isDisabled?: boolean | undefined;
      readonly isDangerous?: boolean | undefined;
      readonly onSelect: () => void;
    }
  | {
      readonly kind: 'toggle';
      readonly label: string;
      readonly isOn: boolean;
      readonly onChange: (isOn: boolean) => void;
    }
  | {
      readonly kind: 'choice';
      readonly label: string;
      readonly options: readonly { readonly value: string; readonly label: string }[];
      readonly value: string;
      readonly onChange: (value: string) => void;
    }
  | { readonly kind: 'separator'; readonly id: string };
