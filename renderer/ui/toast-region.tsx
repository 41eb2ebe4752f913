import { Toast } from '@base-ui/react/toast';
import { CircleAlert, Info, X } from 'lucide-react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import './toast.css';
import type { Toaster } from './toaster.ts';

/** Where the toaster's messages appear; F6 moves the focus here. */
export function ToastRegion({ toaster }: { readonly toaster: Toaster }) {
  return (
    <Toast.Provider toastManager={toaster.manager} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className="ui-toasts">
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="ui-toast" swipeDirection="right">
      <Toast.Content className="ui-toast-content">
        {toast.type === 'error' ? <CircleAlert aria-hidden /> : <Info aria-hidden />}
        <div className="ui-toast-words">
          <Toast.Title className="ui-toast-title" render={<p />} />
          <Toast.Description className="ui-toast-description" />
          {toast.actionProps !== undefined && <Toast.Action render={<Button size="sm" />} />}
        </div>
        {/* Hidden by default until the stack is opened; ours is never folded. */}
        <Toast.Close aria-hidden={false} render={<IconButton label="Dismiss" size="sm" icon={<X aria-hidden />} />} />
      </Toast.Content>
    </Toast.Root>
  ));
}
