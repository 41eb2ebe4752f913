import { Button as BaseButton } from '@base-ui/react/button';
import type { ComponentProps, ReactNode } from 'react';
import './buttons.css';
import { Tooltip } from './tooltip.tsx';

/** Props of an icon button. The label is its accessible name and its tooltip. */
export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'className' | 'style' | 'aria-label' | 'children'> {
  readonly label: string;
  readonly icon: ReactNode;
  readonly size?: 'md' | 'sm' | undefined;
  readonly isDisabled?: boolean | undefined;
  /** Keys shown in the tooltip beside the label. */
  readonly keys?: readonly string[] | undefined;
  readonly tooltipSide?: 'top' | 'right' | 'bottom' | 'left' | undefined;
}

/** A square button with an icon and a tooltip. */
export function IconButton({ label, icon, size = 'md', isDisabled = false, keys, tooltipSide, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} keys={keys} side={tooltipSide}>
      <BaseButton
        {...rest}
        className="ui-button ui-icon-button small medium"
        data-variant="quiet"
        data-size={size}
        aria-label={label}
        disabled={isDisabled}
        focusableWhenDisabled
      >
        {icon}
      </BaseButton>
    </Tooltip>
  );
}
