import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { PreloadBridge } from '../../electron/contract/ipc.ts';
import { createBrowserBridge } from '../bridge/browser-bridge.ts';
import { saveNow } from '../state/save-now.ts';
import { UiProvider } from '../ui/ui-provider.tsx';
import { ApprovalBanner } from './approval-banner.tsx';
import { createBrowserParts } from './browser-parts.ts';
import './browser.css';
import { ConnectionBanner } from './connection-banner.tsx';
import { UploadDialog } from './upload-dialog.tsx';

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
