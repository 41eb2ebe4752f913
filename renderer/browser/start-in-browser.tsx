import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { PreloadBridge } from '../../electron/contract/ipc.ts';
import type { PageMessage } from '../../electron/contract/browser-channel.ts';
import { createBrowserBridge } from '../bridge/browser-bridge.ts';
import { saveNow } from '../state/draft-store.ts';
import { UiProvider } from '../ui/ui-provider.tsx';
import type { ChannelState, PageCommand } from '../bridge/page-channel.ts';
import { createStore, type WritableStore, useStore, type Store } from '../state/store.ts';
import { chooseFile, downloadFile, printFile, uploadFile } from './browser-files.ts';
import { createFileUpload, type FileUpload } from './file-upload.ts';
import './browser.css';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Progress } from '../ui/progress.tsx';
import { uiText } from '../ui/text.ts';
import { browserPageText } from './text.ts';
import { Banner } from '../ui/banner.tsx';

/** Asks for the click that the browser's file chooser requires, and shows the upload's progress. */
function UploadDialog({ upload }: { readonly upload: FileUpload }) {
  const state = useStore(upload);
  const shared = { isOpen: true, onOpenChange: upload.cancel } as const;
  switch (state.kind) {
    case 'idle':
      return null;
    case 'asking':
      return (
        <Dialog
          {...shared}
          title={state.title}
          actions={
            <>
              <Button onClick={upload.cancel}>{uiText.cancel}</Button>
              <Button variant="primary" onClick={upload.choose}>
                {browserPageText.upload.choose}
              </Button>
            </>
          }
        />
      );
    case 'uploading':
      return (
        <Dialog
          {...shared}
          title={browserPageText.upload.uploading(state.name)}
          actions={<Button onClick={upload.cancel}>{uiText.cancel}</Button>}
        >
          <Progress label={browserPageText.upload.progress} value={state.sent} max={Math.max(state.size, 1)} />
        </Dialog>
      );
    case 'failed':
      return (
        <Dialog
          {...shared}
          title={browserPageText.upload.failed(state.name)}
          description={state.isTooLarge ? browserPageText.upload.tooLarge : browserPageText.upload.failedHint}
          actions={<Button onClick={upload.cancel}>{uiText.close}</Button>}
        />
      );
  }
}

interface StateText {
  readonly tone: 'info' | 'warning';
  readonly title: string;
  readonly hint?: ReactNode;
}

const texts: Readonly<Record<ChannelState, StateText | undefined>> = {
  connecting: undefined,
  connected: undefined,
  'not-answering': { tone: 'warning', ...browserPageText.notAnswering },
  stopped: { tone: 'warning', ...browserPageText.stopped },
  'signed-out': { tone: 'warning', ...browserPageText.signedOut },
  blocked: { tone: 'warning', ...browserPageText.blocked },
  restarted: { tone: 'info', ...browserPageText.restarted },
  outdated: { tone: 'warning', title: browserPageText.outdated.title, hint: browserPageText.outdated.hint },
};

/** Shows problems with the connection to the program, with their remedies. */
function ConnectionBanner({ state }: { readonly state: Store<ChannelState> }) {
  const current = useStore(state);
  const text = texts[current];
  if (text === undefined) return null;
  return (
    <Banner key={current} tone={text.tone} title={text.title}>
      {text.hint}
      {current === 'outdated' && (
        <Button
          size="sm"
          onClick={() => {
            location.reload();
          }}
        >
          {browserPageText.outdated.reload}
        </Button>
      )}
    </Banner>
  );
}

/** Leads to a question that must be answered outside this page. `flags` are undefined if there is none. */
function ApprovalBanner({ flags }: { readonly flags: Store<string | undefined> }) {
  const pending = useStore(flags);
  if (pending === undefined) return null;
  const { title, before, after } = browserPageText.approval;
  return (
    <Banner tone="warning" title={title}>
      {before}
      <code>{pending}</code>
      {after}
    </Banner>
  );
}

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
interface BrowserParts {
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
