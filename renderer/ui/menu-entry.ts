import type { ReactNode } from 'react';

/** One line of a menu. */
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
