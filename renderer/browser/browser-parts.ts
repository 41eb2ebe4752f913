import type { PageMessage } from '../../electron/contract/browser-channel.ts';
import type { ChannelState, PageOrder } from '../bridge/page-channel.ts';
import { createStore, type WritableStore } from '../state/store.ts';
import { createApprovals, type Approvals } from './approvals.ts';
import { chooseFile, downloadFile, printFile, uploadFile } from './browser-files.ts';
import { createFileUpload, type FileUpload } from './file-upload.ts';

/** What only a page in a browser needs: it does by itself what the desktop program does around its window. */
export interface BrowserParts {
  readonly channelState: WritableStore<ChannelState>;
  readonly approvals: Approvals;
  readonly upload: FileUpload;
  /** Carries out what the program asks of the page. */
  readonly carryOut: (order: PageOrder) => void;
}

const approvalsWindow = 'popup,noopener,width=560,height=480';

/** Makes the parts; `send` reaches the program. */
export function createBrowserParts(send: (message: PageMessage) => void): BrowserParts {
  const hasActivation = (): boolean => navigator.userActivation.isActive;
  const approvals = createApprovals({
    openWindow: (address) => {
      window.open(address, '_blank', approvalsWindow);
    },
    canOpenWindow: () => document.hasFocus() && hasActivation(),
    address: () => location,
  });
  const upload = createFileUpload({
    chooseFile,
    canChooseNow: hasActivation,
    upload: uploadFile,
    decline: (id) => {
      send({ kind: 'no-file', id });
    },
    schedule: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => {
        clearTimeout(timer);
      };
    },
  });
  return {
    channelState: createStore<ChannelState>('connecting'),
    approvals,
    upload,
    carryOut: (order) => {
      switch (order.kind) {
        case 'approvals':
          return approvals.take(order.waiting, order.at);
        case 'choose-file':
          return upload.ask(order);
        case 'download':
          return downloadFile(order.id, order.name);
        case 'print':
          return printFile(order.id);
        case 'notification':
          return notify(order.title, order.body);
      }
    },
  };
}

/** Shows a notification of the browser's, where the user allows that and isn't looking at the page. */
function notify(title: string, body: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted' || !document.hidden) return;
  // the same one from several tabs is shown once
  const notification = new Notification(title, { body, tag: title });
  notification.addEventListener('click', () => {
    window.focus();
    notification.close();
  });
}
