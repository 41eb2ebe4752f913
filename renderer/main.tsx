import { StrictMode, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Settings } from '../electron/contract/settings.ts';
import { App } from './app.tsx';
import { createFeatures } from './features.ts';
import { createBridge } from './bridge/bridge.ts';
import { startInBrowser } from './browser/start-in-browser.tsx';
import type { ComposerStore } from './chat/composer-store.ts';
import { readUnsentId } from './chat/conversation-store.ts';
import { isSendKey } from './chat/send-rules.ts';
import { ErrorBoundary, StartFailure } from './layout/failure-screens.tsx';
import type { StartPage, TypedText } from './start/start-page.ts';
import { openSession } from './state/session.ts';
import { createToaster } from './ui/toaster.tsx';
import { UiProvider } from './ui/ui-provider.tsx';
import type { Store } from './state/store.ts';
import './styles/base.css';
import { loadFonts } from './styles/fonts.ts';
import './styles/tokens.css';

/** After this the window opens without its composer or fonts. The typed text follows once it is editable. */
const readyTimeoutMs = 2000;

/** Opens the window in place of the start page and takes over the typed text. */
export function openWindow(startPage: StartPage): void {
  const element = document.getElementById('root');
  if (element === null) throw new Error('index.html has no #root');
  const root = createRoot(element);
  window.causeway ??= startInBrowser();
  const bridge = createBridge(window.causeway);

  const show = (content: ReactNode): void => {
    root.render(
      <StrictMode>
        <ErrorBoundary>
          <UiProvider>{content}</UiProvider>
        </ErrorBoundary>
      </StrictMode>,
    );
  };
  const retry = (): void => {
    show(null);
    startPage.showOpening();
    void start();
  };
  const start = async (): Promise<void> => {
    const fonts = loadFonts().catch(() => undefined); // the system's fonts serve as well
    const [opened, unsentId] = await Promise.all([openSession(bridge, createToaster()), readUnsentId(bridge.call)]);
    if (!opened.ok) {
      startPage.showFailure();
      show(<StartFailure failure={opened.failure} onRetry={retry} />);
      return;
    }
    // Before the first frame, so that no wrong theme is visible.
    applyTheme(opened.value.settings, document.documentElement);
    const features = createFeatures(opened.value, unsentId);
    const ready = Promise.all([features.firstComposer, fonts]);
    await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, readyTimeoutMs))]);
    await startPage.handOver(async (typed) => {
      // Synchronously, because keys are lost until the composer has the focus.
      flushSync(() => show(<App session={opened.value} features={features} />));
      insertTyped(await features.firstComposer, typed, opened.value.settings.read());
    });
  };
  void start();
}

function insertTyped(composer: ComposerStore, { text, selectionStart, selectionEnd, enter }: TypedText, { chat }: Settings): void {
  if (text === '') return;
  flushSync(() => composer.append(text));
  // A draft or files of an earlier window were not visible when Enter was pressed.
  const isAll = composer.draft.read().text === text && composer.files.read().text === '';
  if (enter !== undefined && isAll && isSendKey(enter, chat.sendsWith)) composer.queue();
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement) || !field.value.endsWith(text)) return;
  const before = field.value.length - text.length;
  field.setSelectionRange(before + selectionStart, before + selectionEnd);
}

/** Applies the theme to the root element, now and on each change. "system" leaves the choice to the style sheet. */
function applyTheme(settings: Store<Settings>, root: HTMLElement): () => void {
  const apply = () => {
    const { theme } = settings.read();
    if (theme === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = theme;
  };
  apply();
  return settings.subscribe(apply);
}
