import { Button as BaseButton } from '@base-ui/react/button';
import type { ComponentProps, ReactNode } from 'react';
import './buttons.css';

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
