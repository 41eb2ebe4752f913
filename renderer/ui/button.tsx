import { Button as BaseButton } from '@base-ui/react/button';
import type { ComponentProps, ReactNode, ReactElement } from 'react';
import './buttons.css';
import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import { Kbd } from './shortcut.tsx';
import { popupLandmark } from './ui-provider.tsx';
import './popups.css';

/** Props of a button. A disabled button can still be focused, so that users find the reason beside it. */
export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'className' | 'style'> {
  readonly variant?: 'primary' | 'plain' | 'quiet' | 'danger' | undefined;
  readonly size?: 'md' | 'sm' | undefined;
  readonly icon?: ReactNode;
  readonly isDisabled?: boolean | undefined;
}

/** A button with a text label. */
export function Button({ variant = 'plain', size = 'md', icon, isDisabled = false, children, ...rest }: ButtonProps) {
  return (
    <BaseButton
      {...rest}
      className="ui-button small medium"
      data-variant={variant}
      data-size={size}
      disabled={isDisabled}
      focusableWhenDisabled
    >
      {icon}
      {children}
    </BaseButton>
  );
}

/** Props of an icon button. The label is its accessible name and its tooltip. */
interface IconButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'className' | 'style' | 'aria-label' | 'children'> {
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

/** A label on hover and focus. The trigger must have the same text as its accessible name. */
export function Tooltip({
  text,
  keys,
  side = 'bottom',
  children,
}: {
  readonly text: ReactNode;
  readonly keys?: readonly string[] | undefined;
  readonly side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  readonly children: ReactElement;
}) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal {...popupLandmark}>
        <BaseTooltip.Positioner className="ui-tooltip-positioner" side={side} sideOffset={6} collisionPadding={8}>
          <BaseTooltip.Popup className="ui-tooltip row tiny">
            {text}
            {keys !== undefined && <Kbd keys={keys} />}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
