import { Toast } from '@base-ui/react/toast';

/** A short message over the window. */
export interface ToastMessage {
  readonly title: string;
  readonly description?: string | undefined;
  readonly tone?: 'info' | 'error' | undefined;
  /** One thing to do about it, such as Undo. */
  readonly action?: { readonly label: string; readonly onSelect: () => void } | undefined;
}

/** Shows messages; made once and handed to those who have something to say. */
export interface Toaster {
  readonly show: (message: ToastMessage) => void;
  /** What the toast region listens to. */
  readonly manager: ReturnType<typeof Toast.createToastManager>;
}

const timeToRead = 8000;

/** Makes the toaster. */
export function createToaster(): Toaster {
  const manager = Toast.createToastManager();
  return {
    manager,
    show: ({ title, description, tone = 'info', action }) => {
      const id = manager.add({
        title,
        description,
        type: tone,
        // Trouble stays until the user has seen it off; the rest goes by itself.
        timeout: tone === 'error' ? 0 : timeToRead,
        actionProps: action && {
          children: action.label,
          onClick: () => {
            action.onSelect();
            manager.close(id);
          },
        },
      });
    },
  };
}
