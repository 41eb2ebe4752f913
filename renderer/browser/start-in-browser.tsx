import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { PreloadBridge } from '../../electron/contract/ipc.ts';
import type { PageMessage } from '../../electron/contract/browser-channel.ts';
import { createBrowserBridge } from '../bridge/browser-bridge.ts';
import { saveNow } from '../state/draft-store.ts';
import { UiProvider } from '../ui/ui-provider.tsx';
import { ApprovalBanner, ConnectionBanner } from './banners.tsx';
import { UploadDialog } from './upload-dialog.tsx';
import type { ChannelState, PageOrder } from '../bridge/page-channel.ts';
import { createStore, type WritableStore } from '../state/store.ts';
import { createApprovals, type Approvals } from './approvals.ts';
import { chooseFile, downloadFile, printFile, uploadFile } from './browser-files.ts';
import { createFileUpload, type FileUpload } from './file-upload.ts';
import './browser.css';

/** Connects a page in a browser, and puts above the window what only a browser needs. */
export function startInBrowser(): PreloadBridge {
  const parts = createBrowserParts((message) => {
    channel.send(message);
  });
  const channel = createBrowserBridge({
    onOrder: parts.carryOut,
    onState: parts.channelState.write,
    saveNow: () => {
      saveNow(window);
    },
  });

  // A root of its own, so that it outlives a window that broke; as a live region it stays in reach while a dialog is open.
  const element = document.createElement('div');
  element.className = 'browser-banners';
  element.ariaLive = 'off';
  document.body.dataset['shell'] = 'browser';
  document.body.prepend(element);
  createRoot(element).render(
    <StrictMode>
      <UiProvider>
        <ConnectionBanner state={parts.channelState} />
        <ApprovalBanner approvals={parts.approvals} />
        <UploadDialog upload={parts.upload} />
      </UiProvider>
    </StrictMode>,
  );
  return channel.bridge;
}

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
function createBrowserParts(send: (message: PageMessage) => void): BrowserParts {
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
