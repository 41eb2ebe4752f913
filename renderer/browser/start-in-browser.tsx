import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { PreloadBridge } from '../../electron/contract/ipc.ts';
import type { PageMessage } from '../../electron/contract/browser-channel.ts';
import { createBrowserBridge } from '../bridge/browser-bridge.ts';
import { saveNow } from '../state/draft-store.ts';
import { UiProvider } from '../ui/ui-provider.tsx';
import { ApprovalBanner, ConnectionBanner } from './banners.tsx';
import { UploadDialog } from './upload-dialog.tsx';
import type { ChannelState, PageCommand } from '../bridge/page-channel.ts';
import { createStore, type WritableStore } from '../state/store.ts';
import { chooseFile, downloadFile, printFile, uploadFile } from './browser-files.ts';
import { createFileUpload, type FileUpload } from './file-upload.ts';
import './browser.css';

/** Connects a page in a browser, and renders its banners above the window. */
export function startInBrowser(): PreloadBridge {
  const parts = createBrowserParts((message) => {
    channel.send(message);
  });
  const channel = createBrowserBridge({
    onCommand: parts.runCommand,
    onState: parts.channelState.write,
    saveNow: () => {
      saveNow(window);
    },
  });

  // A separate root, so that it survives a crash of the window. As a live region it stays accessible while a dialog is open.
  const element = document.createElement('div');
  element.className = 'browser-banners';
  element.ariaLive = 'off';
  document.body.dataset['shell'] = 'browser';
  document.body.prepend(element);
  // Dialogs cover the whole window, but not the banners.
  new ResizeObserver(() => {
    document.body.style.setProperty('--banners-height', `${element.offsetHeight}px`);
  }).observe(element);
  createRoot(element).render(
    <StrictMode>
      <UiProvider>
        <ConnectionBanner state={parts.channelState} />
        <ApprovalBanner flags={parts.approveFlags} />
        <UploadDialog upload={parts.upload} />
      </UiProvider>
    </StrictMode>,
  );
  return channel.bridge;
}

/** What the page does itself in a browser, because there is no desktop program around it. */
export interface BrowserParts {
  readonly channelState: WritableStore<ChannelState>;
  /** Flags of a second start that answers the pending approvals; undefined if there are none. */
  readonly approveFlags: WritableStore<string | undefined>;
  readonly upload: FileUpload;
  /** Runs a command of the program. */
  readonly runCommand: (command: PageCommand) => void;
}

function createBrowserParts(send: (message: PageMessage) => void): BrowserParts {
  const approveFlags = createStore<string | undefined>(undefined);
  const upload = createFileUpload({
    chooseFile,
    canChooseNow: () => navigator.userActivation.isActive,
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
    approveFlags,
    upload,
    runCommand: (command) => {
      switch (command.kind) {
        case 'approvals':
          return approveFlags.write(command.isWaiting ? command.flags : undefined);
        case 'choose-file':
          return upload.request(command);
        case 'download':
          return downloadFile(command.id, command.name);
        case 'print':
          return printFile(command.id);
        case 'notification':
          return notify(command.title, command.body);
      }
    },
  };
}

/** Shows a notification if the user allows it and the page is in the background. */
function notify(title: string, body: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted' || !document.hidden) return;
  // The tag merges the same notification of several tabs.
  const notification = new Notification(title, { body, tag: title });
  notification.addEventListener('click', () => {
    window.focus();
    notification.close();
  });
}
