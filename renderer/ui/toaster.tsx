import { Toast } from '@base-ui/react/toast';
import { CircleAlert, Info, X } from 'lucide-react';
import { Button, IconButton } from './button.tsx';
import './popups.css';
import { uiText } from './text.ts';

/** A short message in the window's heading. */
export interface ToastMessage {
  readonly title: string;
  readonly description?: string | undefined;
  readonly tone?: 'info' | 'error' | undefined;
  /** One thing to do about it, such as Undo. */
  readonly action?: { readonly label: string; readonly onSelect: () => void } | undefined;
}

/** Shows toasts. */
export interface Toaster {
  readonly show: (message: ToastMessage) => void;
  /** The source of the toast region. */
  readonly manager: ReturnType<typeof Toast.createToastManager>;
}

/** How long a toast stays. Base UI stops the clock while the pointer or the focus is on one, and while the window is in the background. */
const timeoutsMs = { info: 8000, error: 30_000 } as const;

export function createToaster(): Toaster {
  const manager = Toast.createToastManager();
  return {
    manager,
    show: ({ title, description, tone = 'info', action }) => {
      const id = manager.add({
        title,
        description,
        type: tone,
        timeout: timeoutsMs[tone],
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

/** Renders the toasts in place, because over the window they would cover its controls. F6 moves the focus here. */
export function ToastRegion({ toaster }: { readonly toaster: Toaster }) {
  return (
    <Toast.Provider toastManager={toaster.manager} limit={4}>
      <Toast.Viewport className="ui-toasts">
        <Toasts />
      </Toast.Viewport>
    </Toast.Provider>
  );
}

function Toasts() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="ui-toast" swipeDirection="right">
      <Toast.Content className="ui-toast-content row">
        {toast.type === 'error' ? <CircleAlert aria-hidden /> : <Info aria-hidden />}
        <div className="ui-toast-text row wrap small">
          <Toast.Title className="medium" render={<p />} />
          <Toast.Description className="ui-toast-description muted" />
          {toast.actionProps !== undefined && <Toast.Action render={<Button size="sm" />} />}
        </div>
        {/* Base UI hides it until the stack is expanded; this stack is never collapsed. */}
        <Toast.Close aria-hidden={false} render={<IconButton label={uiText.dismiss} size="sm" icon={<X aria-hidden />} />} />
      </Toast.Content>
    </Toast.Root>
  ));
}
